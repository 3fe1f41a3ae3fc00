import type { AnswerPiece } from '../ask/writer.ts'
import { type CheckedText, openBlock } from './checked-block.ts'
import { citationsIn } from './citations.ts'
import { codeRanges, isWithin } from './code-ranges.ts'

/** What a model says, and nothing else, where the sources do not answer. */
export const declines = 'NO_ANSWER'

/** How a checked answer ended: with sources, in the model's word that there is no answer, or without any source. */
export type CheckedEnd = 'cited' | 'declined' | 'uncited'

/** What follows a block that was passed on and has no citation: nothing is, or code, or whatever it leads to. */
type Support = 'nothing' | 'code' | 'anything'

/**
 * Passes on what a model writes as far as it names its sources, the first of which is 1. What does not is left out: it may
 * be invented, or be what a page told the model to say. A heading, and words that lead to what follows, wait for that;
 * code goes with the words before or after it.
 */
export async function* checkedAnswer(
  text: AsyncIterable<string>,
  sources: number,
): AsyncGenerator<AnswerPiece, CheckedEnd, void> {
  let [all, waiting, rest] = ['', '', '']
  let block = openBlock(sources)
  let support: Support = 'nothing'
  let isCited = false
  /** Empty lines, which are passed on with what follows. */
  let gap = ''

  function* passOn(checked: CheckedText | undefined): Generator<AnswerPiece, void, void> {
    gap += checked?.markdown ?? ''
    if (!checked || gap.trim() === '') return
    yield { ...checked, markdown: isCited ? gap : gap.trimStart() }
    gap = ''
    isCited = true
  }

  /** A block is whole: it is passed on with what waited for it, waits itself, or is left out. */
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

/** Whether a block ends with a colon, its citations and emphasis aside. */
const leadsOn = (block: string) => /:(?:\*|_|\[[\d^, ]+\]|\s)*$/.test(block.slice(-80))

/** Where the first block of a text ends, behind its empty line; 0 where it goes on. */
function blockEnd(text: string): number {
  const code = codeRanges(text)
  for (const { 0: found, index } of text.trimEnd().matchAll(/\n[ \t]*\n\s*(?=\S)/g)) {
    if (!isWithin(code, index + 1) && text.slice(0, index).trim() !== '') return index + found.length
  }
  return 0
}

/** An answer that was cut may end within code, which would swallow what comes after it. */
function closed(text: string): string {
  const last = codeRanges(text).at(-1)
  const mark = last?.end === text.length ? /^[ \t]*(`{3,}|~{3,})/.exec(text.slice(last.start))?.[1] : undefined
  if (!last || !mark || new RegExp(`\\n[ \\t]*${mark[0]}{${mark.length},}\\s*$`).test(text.slice(last.start)))
    return text
  return `${text}\n${mark}`
}
