import { DocumentError } from '@quire/document/errors'
import type { Logger } from '@quire/kit'
import { saysNothing } from '../ask/phrases.ts'
import type { AnswerPiece, AnswerWriter, Draft } from '../ask/writer.ts'
import type { ChatEndpoint } from './chat.ts'
import { type CheckedEnd, checkedAnswer } from './checked-answer.ts'
import { EndpointFailure } from './failure.ts'
import type { ModelLimits } from './limits.ts'
import { mayReach } from './may-reach.ts'
import type { ModelMetrics, ModelOutcome } from './metrics.ts'
import { asWritten, type GroundedPrompt, groundedPrompt } from './prompt.ts'
import { withoutThoughts } from './thoughts.ts'

interface ModelWriterParts {
  endpoint: ChatEndpoint
  limits: ModelLimits
  /** Answers where the model does not, or not as it should. */
  otherwise: AnswerWriter
  mostTokens: number
  metrics: ModelMetrics
  log: Logger
}

/**
 * Has a language model write the answer from the passages, and passes on what names its sources. An answer that names none,
 * breaks off or does not come is quoted instead. Throws 429 before its first piece where too many ask.
 */
export function modelWriter(parts: ModelWriterParts): AnswerWriter {
  const { limits, otherwise, metrics } = parts
  return {
    async *write(draft) {
      // What cannot be found need not be asked for.
      if (draft.passages.length === 0) return yield* otherwise.write(draft)
      const leave = await limits.enter(draft.holder ?? '', draft.signal)
      let outcome: ModelOutcome = 'left'
      try {
        yield { markdown: '', cites: [] }
        outcome = yield* written(parts, draft)
      } finally {
        leave()
        metrics.answers.inc({ outcome })
      }
      if (outcome === 'declined') yield { markdown: saysNothing, cites: [] }
      if (outcome === 'uncited' || outcome === 'failed') yield* otherwise.write(draft)
      if (outcome === 'broken_off') yield* startingOver(otherwise.write(draft))
    },
  }
}

const outcomes: Record<CheckedEnd, ModelOutcome> = { cited: 'answered', declined: 'declined', uncited: 'uncited' }

async function* written(parts: ModelWriterParts, draft: Draft): AsyncGenerator<AnswerPiece, ModelOutcome, void> {
  const { endpoint, mostTokens, metrics, log } = parts
  const prompt = groundedPrompt(draft, mostTokens)
  const text = withoutThoughts(timed(endpoint.write(prompt, draft.signal), metrics))
  const pieces = harmlessPieces(checkedAnswer(text, prompt.sources.length), prompt, draft)
  let isPassedOn = false
  try {
    for (let next = await pieces.next(); ; next = await pieces.next()) {
      if (next.done) return outcomes[next.value]
      isPassedOn = true
      yield next.value
    }
  } catch (error) {
    if (error instanceof DocumentError) return isPassedOn ? 'broken_off' : 'uncited'
    if (!(error instanceof EndpointFailure)) throw error
    const { reason, status } = error
    metrics.failures.inc({ reason })
    // The failures that led to a pause were told.
    log[reason === 'paused' ? 'debug' : 'warn'](
      { reason, status },
      'the endpoint of the model failed: the answer is quoted',
    )
    return isPassedOn ? 'broken_off' : 'failed'
  } finally {
    await pieces.return('uncited')
  }
}

/** The pieces without what would reach out of the answer. */
async function* harmlessPieces(
  pieces: AsyncGenerator<AnswerPiece, CheckedEnd, void>,
  { sources }: GroundedPrompt,
  { parser }: Draft,
): AsyncGenerator<AnswerPiece, CheckedEnd, void> {
  const texts = sources.map(({ markdown }) => markdown)
  let soFar = ''
  try {
    for (let next = await pieces.next(); ; next = await pieces.next()) {
      if (next.done) return next.value
      const piece = asWritten(next.value.markdown)
      const markdown = mayReach(piece) ? await parser.run('harmless', soFar, piece, texts) : piece
      soFar += markdown
      yield { ...next.value, markdown }
    }
  } finally {
    await pieces.return('uncited')
  }
}

/** The pieces of an answer in place of those that were passed on before. */
async function* startingOver(pieces: AsyncIterable<AnswerPiece>) {
  let startsOver = true
  for await (const piece of pieces) {
    yield { ...piece, startsOver }
    startsOver = false
  }
}

/** Notes how long the first piece took. */
async function* timed(pieces: AsyncIterable<string>, { firstToken }: ModelMetrics) {
  const begun = performance.now()
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst) firstToken.observe((performance.now() - begun) / 1000)
    isFirst = false
    yield piece
  }
}
