import { citationsIn, withNotes } from './citations.ts'
import { codeRanges, isWithin, type Range } from './code-ranges.ts'

/** A part of an answer that may be passed on, and the sources that it cites. */
export interface CheckedText {
  markdown: string
  cites: number[]
}

/**
 * Checks one growing block of an answer: a paragraph, a list, a table, or code with the text before it. The block is
 * passed on up to the last sentence that cites one of `sources`, and as a whole once it is complete and cites one. A
 * block without a valid citation is not passed on.
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
    /** Returns the next part of the block's text so far that may be passed on. */
    grown(text: string): CheckedText | undefined {
      const code = codeRanges(text)
      const last = citationsIn(text, code, sources).findLast(({ numbers }) => numbers.length > 0)
      return last && upTo(text, sentenceEnd(text, last, code))
    },
    /** Returns the rest of a complete block that may be passed on. */
    rest: (text: string): CheckedText | undefined => upTo(text, text.length),
  }
}

/** Returns the end of the sentence that a citation belongs to; 0 if the sentence has not ended yet. */
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
