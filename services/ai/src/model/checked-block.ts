import { citationsIn, withNotes } from './citations.ts'
import { codeRanges, isWithin, type Range } from './code-ranges.ts'

/** What may be passed on of an answer, and the sources that it names. */
export interface CheckedText {
  markdown: string
  cites: number[]
}

/**
 * One block of an answer as it grows: a paragraph, a list, a table, or code with the words before it. It is passed on up to the
 * last sentence that cites one of `sources`, and all of it once it is whole and cites one. Nothing of a block without
 * a right citation is.
 */
export function openBlock(sources: number) {
  let passed = 0

  function upTo(text: string, end: number): CheckedText | undefined {
    if (end <= passed) return undefined
    const citations = citationsIn(text, codeRanges(text), sources)
    const range = { start: passed, end }
    passed = end
    const cites = citations.flatMap((one) => (one.start >= range.start && one.end <= end ? one.numbers : []))
    return { markdown: withNotes(text, range, citations), cites: [...new Set(cites)] }
  }

  return {
    /** What may go on of the block's text so far. */
    grown(text: string): CheckedText | undefined {
      const code = codeRanges(text)
      const last = citationsIn(text, code, sources).findLast(({ numbers }) => numbers.length > 0)
      return last && upTo(text, sentenceEnd(text, last, code))
    },
    /** The rest of the block, which is whole and may be passed on. */
    rest: (text: string): CheckedText | undefined => upTo(text, text.length),
  }
}

/** Where the sentence ends that a citation belongs to; 0 where it does not end yet. */
function sentenceEnd(text: string, citation: Range, code: readonly Range[]): number {
  const before = text.slice(Math.max(0, citation.start - 60), citation.start).replace(/(?:\s*\[\^?[\d, ^]+\])+$/, '')
  const isBehindIt = /[.!?。！？]["'”’)*_]*\s*$/.test(before.slice(-20))
  if (isBehindIt && /\s/.test(text[citation.end] ?? '')) return citation.end
  const ends = /[.!?][)*_"'”’]*(?=\s)|[。！？]|\n/g
  ends.lastIndex = citation.end
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    if (!isWithin(code, end.index)) return end.index + end[0].length
  }
  return 0
}
