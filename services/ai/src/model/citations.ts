/** A part of a text, by its offsets. */
export interface Range {
  start: number
  end: number
}

/** Matches `[2]`, `[^2]`, `[1, 3]` and `【2】`, but no link and no definition at the beginning of a line. */
const citation =
  /(?:\[\^?(\d{1,3}(?:\s*,\s*\^?\d{1,3})*)\]|【(\d{1,3})[^】\n]{0,20}】)(?!\()(?!(?<=^ {0,3}\[[^\]\n]*\]):)/gm

/** A citation in a text: its range, and the numbers of its sources. */
interface Citation extends Range {
  numbers: number[]
}

/** Returns the citations of a text outside of code; leaves out numbers that no source has. */
export function citationsIn(text: string, code: readonly Range[], sources: number): Citation[] {
  return [...text.matchAll(citation)]
    .filter(({ index }) => !isWithin(code, index))
    .map(({ 0: { length }, 1: list, 2: single = '', index }) => {
      const numbers = (list ?? single).split(',').map((one) => Number(one.replace('^', '')))
      const known = numbers.filter((number) => number >= 1 && number <= sources)
      return { start: index, end: index + length, numbers: [...new Set(known)] }
    })
}

/** Returns a range of a text with its citations in the form `[^2]`, and without those of unknown sources. */
export function withNotes(text: string, { start, end }: Range, citations: readonly Citation[]): string {
  let result = ''
  let from = start
  for (const one of citations) {
    if (one.start < start || one.end > end) continue
    const before = text.slice(from, one.start)
    const notes = one.numbers.map((number) => `[^${number}]`).join('')
    result += (notes === '' ? before.replace(/(?<![ \t])[ \t]+$/, '') : before) + notes
    from = one.end
  }
  return result + text.slice(from, end)
}

const fence = /^ {0,9}(?:[-*+] +|\d{1,9}[.)] +)?(`{3,}|~{3,})/

/**
 * Returns the ranges of code in a markdown text: fenced blocks and spans. Unclosed code reaches to the end, so that the
 * code of a growing text is not mistaken for prose.
 */
export function codeRanges(text: string): Range[] {
  const ranges: Range[] = []
  let words = 0
  let open: { start: number; mark: string } | undefined
  let line = 0
  while (line < text.length) {
    const next = text.indexOf('\n', line) + 1 || text.length
    const mark = fence.exec(text.slice(line, Math.min(next, line + 100)))?.[1]
    if (open && mark?.startsWith(open.mark)) {
      ranges.push({ start: open.start, end: next })
      open = undefined
      words = next
    } else if (!open && mark) {
      ranges.push(...spans(text, { start: words, end: line }))
      open = { start: line, mark }
    }
    line = next
  }
  if (open) return [...ranges, { start: open.start, end: text.length }]
  return [...ranges, ...spans(text, { start: words, end: text.length })]
}

/** Returns the code between equally long runs of backticks, in a range of a text without fences. */
function spans(text: string, { start, end }: Range): Range[] {
  const runs = [...text.slice(start, end).matchAll(/`+/g)].map((run) => ({
    start: start + run.index,
    length: run[0].length,
  }))
  const ranges: Range[] = []
  for (let index = 0; index < runs.length; index += 1) {
    const opening = runs[index]
    if (!opening) break
    let closing = index + 1
    while (closing < runs.length && runs[closing]?.length !== opening.length) closing += 1
    if (closing === runs.length) {
      ranges.push({ start: opening.start, end })
      break
    }
    ranges.push({ start: opening.start, end: (runs[closing]?.start ?? end) + opening.length })
    index = closing
  }
  return ranges
}

/** True if an offset lies in one of the ranges. */
export const isWithin = (ranges: readonly Range[], at: number) =>
  ranges.some(({ start, end }) => at >= start && at < end)
