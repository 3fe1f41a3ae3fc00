import { isWithin, type Range } from './code-ranges.ts'

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
    result += (notes === '' ? before.replace(/[ \t]+$/, '') : before) + notes
    from = one.end
  }
  return result + text.slice(from, end)
}
