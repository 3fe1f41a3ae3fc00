import { reaches } from '@quire/document'

/** Taking something away may make something else of what stood around it. No honest answer has as many. */
const mostLooks = 20

/**
 * What may be added to an answer: the markdown of `piece` without what would load, run or lead to something that none of
 * the sources names, and without notes: `[^1]` leads to the notes that are written behind the answer, and to no other.
 * A page may talk a model into writing an address that carries what it read to somebody else.
 * What still reaches out after several looks is left out whole. Throws DocumentError (limits).
 */
export function harmless(soFar: string, piece: string, sources: readonly string[]): string {
  let text = soFar + piece
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const isKnown = (part: string) => sources.some((one) => one.includes(part))
    const strange = reaches(text).findLast(
      ({ what, part, whole, isNote }) =>
        whole.end > soFar.length &&
        (isNote || (what !== '' && !isKnown(what) && !isKnown(text.slice(part.start, part.end)))),
    )
    if (!strange) return text.slice(soFar.length)
    // What was passed on before stays as it is.
    const { start, end } = strange.part.start >= soFar.length ? strange.part : strange.whole
    text = text.slice(0, Math.max(start, soFar.length)) + text.slice(Math.max(end, soFar.length))
  }
  return ''
}
