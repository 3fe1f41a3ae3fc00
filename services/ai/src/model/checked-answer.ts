import type { AnswerPiece } from '../ask/writer.ts'
import { citationsIn, codeRanges, isWithin, type Range, withNotes } from './citations.ts'

/** A part of an answer that may be passed on, and the sources that it cites. */
interface CheckedText {
  markdown: string
  cites: number[]
}

/** The only word of a model's answer if the sources do not answer the question. */
export const declines = 'NO_ANSWER'

/**
 * The end of a checked answer: with citations, with the model's word that there is no answer, or without any citation.
 */
export type CheckedEnd = 'cited' | 'declined' | 'uncited'

/** The blocks without citations that may follow a block that was passed on: none, code, or any. */
type Support = 'nothing' | 'code' | 'anything'

/**
 * Yields the blocks of a model's answer that cite a source; sources are numbered from 1 on. Drops the other blocks:
 * they may be invented, or dictated by a page. A heading, and a block that ends with a colon, wait for the next block;
 * code follows the text before or after it.
 */
export async function* checkedAnswer(
  text: AsyncIterable<string>,
  sources: number,
): AsyncGenerator<AnswerPiece, CheckedEnd, void> {
  let [all, waiting, rest] = ['', '', '']
  let block = openBlock(sources)
  let support: Support = 'nothing'
  let isCited = false
  /** Empty lines that are passed on with the next block. */
  let gap = ''

  function* passOn(checked: CheckedText | undefined): Generator<AnswerPiece, void, void> {
    gap += checked?.markdown ?? ''
    if (!checked || gap.trim() === '') return
    yield { ...checked, markdown: isCited ? gap : gap.trimStart() }
    gap = ''
    isCited = true
  }

  /** Handles a complete block: passes it on with the blocks that waited for it, lets it wait, or drops it. */
  function* end(own: string): Generator<AnswerPiece, void, void> {
    const whole = waiting + own
    const isCode = /^\s*(?:`{3}|~{3})/.test(own)
    const isSupported = support === 'anything' || (support === 'code' && isCode)
    if (isSupported || cites(whole, sources)) {
      yield* passOn(block.rest(whole))
      support = leadsOn(own) ? 'anything' : 'code'
      waiting = ''
    } else if (isCode || leadsOn(own) || /^\s*#/.test(own)) {
      waiting = whole
    } else {
      waiting = ''
      support = 'nothing'
    }
    block = openBlock(sources)
  }

  function* wholeBlocks(): Generator<AnswerPiece, void, void> {
    for (let border = blockEnd(rest); border > 0; border = blockEnd(rest)) {
      yield* end(rest.slice(0, border))
      rest = rest.slice(border)
    }
  }

  for await (const piece of text) {
    all += piece
    rest += piece
    if (!/[\]】\n.!?。！？]|\s$/.test(piece)) continue
    yield* wholeBlocks()
    yield* passOn(block.grown(waiting + rest))
  }
  yield* wholeBlocks()
  yield* end(closed(rest))
  if (isCited) return 'cited'
  return all.includes(declines) ? 'declined' : 'uncited'
}

const cites = (text: string, sources: number) =>
  citationsIn(text, codeRanges(text), sources).some(({ numbers }) => numbers.length > 0)

/** True if a block ends with a colon, apart from citations and emphasis. */
const leadsOn = (block: string) => /:(?:\*|_|\[[\d^, ]+\]|\s)*$/.test(block.slice(-80))

/** Returns the end of a text's first block, after its empty line; 0 if the block is not complete. */
function blockEnd(text: string): number {
  const code = codeRanges(text)
  for (const { 0: found, index } of text.trimEnd().matchAll(/\n[ \t]*\n\s*(?=\S)/g)) {
    if (!isWithin(code, index + 1) && text.slice(0, index).trim() !== '') return index + found.length
  }
  return 0
}

/** Closes the code block in which a truncated answer may end: it would swallow the text after it. */
function closed(text: string): string {
  const last = codeRanges(text).at(-1)
  const mark = last?.end === text.length ? /^[ \t]*(`{3,}|~{3,})/.exec(text.slice(last.start))?.[1] : undefined
  if (!last || !mark || new RegExp(`\\n[ \\t]*${mark[0]}{${mark.length},}\\s*$`).test(text.slice(last.start)))
    return text
  return `${text}\n${mark}`
}

/**
 * Checks one growing block of an answer: a paragraph, a list, a table, or code with the text before it. The block is
 * passed on up to the last sentence that cites one of `sources`, and as a whole once it is complete and cites one. A
 * block without a valid citation is not passed on.
 */
function openBlock(sources: number) {
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
