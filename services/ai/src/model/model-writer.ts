import { DocumentError } from '@quire/document/errors'
import type { Logger, Metrics } from '@quire/kit'
import { type AnswerPiece, type AnswerWriter, type Draft, noAnswerText } from '../ask/writer.ts'
import { type ChatEndpoint, openChat } from './chat.ts'
import { type CheckedEnd, checkedAnswer } from './checked-answer.ts'
import type { ModelConfig } from './config.ts'
import { EndpointFailure } from './endpoint.ts'
import { type ModelMetrics, type ModelOutcome, modelMetrics } from './metrics.ts'
import { type ModelLimits, modelLimits } from './model-limits.ts'
import { asWritten, type GroundedPrompt, groundedPrompt } from './model-prompt.ts'

/** Returns the writer of answers: the language model if one is configured, else `otherwise`. */
export function chooseWriter(
  config: ModelConfig,
  otherwise: AnswerWriter,
  { metrics, log }: { metrics: Pick<Metrics, 'registry'>; log: Logger },
): AnswerWriter {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey, AI_MAX_INPUT_TOKENS: maxTokens } = config
  if (baseUrl === undefined || model === undefined) return otherwise
  const counted = modelMetrics(metrics)
  return modelWriter({
    ...{ otherwise, maxTokens, metrics: counted, log },
    endpoint: openChat({ baseUrl, apiKey }, model, config),
    limits: modelLimits(config, counted),
  })
}

interface ModelWriterParts {
  endpoint: ChatEndpoint
  limits: ModelLimits
  /** The writer that answers if the model fails or cites nothing. */
  otherwise: AnswerWriter
  maxTokens: number
  metrics: ModelMetrics
  log: Logger
}

/**
 * Lets a language model write the answer from the sections, and passes on the blocks that cite sources. Quotes instead
 * if the model cites none, breaks off or fails. Throws 429 before the first piece if too many ask.
 */
function modelWriter(parts: ModelWriterParts): AnswerWriter {
  const { limits, otherwise, metrics } = parts
  return {
    async *write(draft) {
      // Without sections to answer from, the model is not asked.
      if (draft.sections.length === 0) return yield* otherwise.write(draft)
      const release = await limits.enter(draft.holders ?? [''], draft.signal)
      let outcome: ModelOutcome = 'left'
      try {
        yield { markdown: '', cites: [] }
        outcome = yield* written(parts, draft)
      } finally {
        release()
        metrics.answers.inc({ outcome })
      }
      if (outcome === 'declined') yield { markdown: noAnswerText, cites: [] }
      if (outcome === 'uncited' || outcome === 'failed') yield* otherwise.write(draft)
      if (outcome === 'broken_off') yield* startOver(otherwise.write(draft))
    },
  }
}

const outcomes: Record<CheckedEnd, ModelOutcome> = { cited: 'answered', declined: 'declined', uncited: 'uncited' }

async function* written(parts: ModelWriterParts, draft: Draft): AsyncGenerator<AnswerPiece, ModelOutcome, void> {
  const { endpoint, maxTokens, metrics, log } = parts
  const prompt = groundedPrompt(draft, maxTokens)
  const text = withoutReasoning(timed(endpoint.write(prompt, draft.signal), metrics))
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
    // The failures that opened the circuit were logged.
    log[reason === 'paused' ? 'debug' : 'warn'](
      { reason, status },
      'the endpoint of the model failed: the answer is quoted',
    )
    return isPassedOn ? 'broken_off' : 'failed'
  } finally {
    await pieces.return('uncited')
  }
}

/** Yields the pieces without parts that would reach out of the answer. */
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

/** Yields the pieces of an answer that replaces the one passed on before. */
async function* startOver(pieces: AsyncIterable<AnswerPiece>) {
  let startsOver = true
  for await (const piece of pieces) {
    yield { ...piece, startsOver }
    startsOver = false
  }
}

/** Records the time until the first piece. */
async function* timed(pieces: AsyncIterable<string>, { firstToken }: ModelMetrics) {
  const begun = performance.now()
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst) firstToken.observe((performance.now() - begun) / 1000)
    isFirst = false
    yield piece
  }
}

/** True if a piece of an answer may contain something that reaches out. Most pieces do not, and need not be parsed. */
export const mayReach = (piece: string) => /[<>{&@]|\]\(|\/\/|www\.|\]:/i.test(piece)

const [opening, closing] = ['<think>', '</think>']

/** Yields a model's text without its reasoning, which some models write before the answer. */
export async function* withoutReasoning(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let held: string | undefined = ''
  for await (const piece of pieces) {
    if (held === undefined) {
      yield piece
      continue
    }
    held += piece
    const begun = held.trimStart()
    if (opening.startsWith(begun.slice(0, opening.length))) {
      const end = begun.indexOf(closing)
      if (end < 0) continue
      held = begun.slice(end + closing.length)
    }
    yield held
    held = undefined
  }
  if (held !== undefined && !held.trimStart().startsWith(opening)) yield held
}
