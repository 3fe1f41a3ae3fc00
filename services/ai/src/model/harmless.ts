import { reaches } from '@quire/document'

/** Bound on the removals from one piece: a removal may create a new match around it. No honest answer needs as many. */
const maxRounds = 20

/**
 * Returns the markdown of `piece` without anything that would load, run or link to something that no source names, and
 * without footnote definitions: `[^1]` leads only to the footnotes that are added after the answer. A page may talk a
 * model into writing an address that carries private text to somebody else. Returns nothing if a match remains after
 * `maxRounds` removals. Throws DocumentError (limits).
 */
export function harmless(soFar: string, piece: string, sources: readonly string[]): string {
  let text = soFar + piece
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const isKnown = (part: string) => sources.some((one) => one.includes(part))
    const strange = reaches(text).findLast(
      ({ what, part, whole, isNote }) =>
        whole.end > soFar.length &&
        (isNote || (what !== '' && !isKnown(what) && !isKnown(text.slice(part.start, part.end)))),
    )
    if (!strange) return text.slice(soFar.length)
    // The text that was passed on before does not change.
    const { start, end } = strange.part.start >= soFar.length ? strange.part : strange.whole
    text = text.slice(0, Math.max(start, soFar.length)) + text.slice(Math.max(end, soFar.length))
  }
  return ''
}
