import type OpenAI from 'openai'
import { z } from 'zod'
import type { EndpointSettings, ModelConfig } from './config.ts'
import {
  EndpointFailure,
  endpointBreaker,
  openClient,
  toEndpointFailure,
  withPieceTimeout,
  withTimeout,
} from './endpoint.ts'

/** The messages to the model. */
export interface Prompt {
  system: string
  user: string
}

/** Yields a model's answer piece by piece. */
export interface ChatEndpoint {
  /** Throws EndpointFailure, or the reason of `signal` if it aborts, which also ends the request. */
  write(prompt: Prompt, signal: AbortSignal): AsyncGenerator<string, void, void>
}

/** More than any tokenizer's average. Bounds the answer of an endpoint that ignores its token limit. */
const maxCharactersPerToken = 12

/** The fields of a stream's piece that are read; others are ignored. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
})

type ChatConfig = Pick<
  ModelConfig,
  'AI_MAX_OUTPUT_TOKENS' | 'AI_FIRST_TOKEN_TIMEOUT_MS' | 'AI_TOKEN_TIMEOUT_MS' | 'AI_TIMEOUT_MS' | 'AI_RETRIES'
>

/**
 * Opens a chat endpoint. A request that fails before its answer begins is sent again with backoff, or after the time
 * that the endpoint asks for (Retry-After). One timeout covers everything until the first word.
 */
export function openChat(settings: EndpointSettings, model: string, config: ChatConfig): ChatEndpoint {
  const client = openClient(settings, config.AI_RETRIES)
  const breaker = endpointBreaker()
  const begin = beginning(client, model, config.AI_MAX_OUTPUT_TOKENS)

  return {
    async *write(prompt, caller) {
      caller.throwIfAborted()
      const end = new AbortController()
      const whole = AbortSignal.timeout(config.AI_TIMEOUT_MS)
      const signal = AbortSignal.any([caller, end.signal, whole])
      try {
        const { first, rest } = await breaker.execute(() =>
          withTimeout(config.AI_FIRST_TOKEN_TIMEOUT_MS, begin(prompt, signal)).catch((error: unknown) => {
            end.abort()
            caller.throwIfAborted()
            throw toEndpointFailure(error)
          }),
        )
        yield first
        yield* bounded(
          withPieceTimeout(rest, config.AI_TOKEN_TIMEOUT_MS),
          config.AI_MAX_OUTPUT_TOKENS * maxCharactersPerToken,
        )
      } catch (error) {
        caller.throwIfAborted()
        throw whole.aborted ? new EndpointFailure('late') : toEndpointFailure(error)
      } finally {
        end.abort()
      }
    },
  }
}

/** An answer that has begun: its first piece, and the pieces that follow. */
interface Begun {
  first: string
  rest: AsyncIterable<string>
}

function beginning(client: () => Promise<OpenAI>, model: string, maxTokens: number) {
  // Older endpoints know only one name of the limit, and newer models refuse that name.
  let limit: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'

  async function request({ system, user }: Prompt, signal: AbortSignal) {
    const { chat } = await client()
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: user },
    ]
    return chat.completions.create({ model, messages, stream: true, [limit]: maxTokens }, { signal })
  }

  return async (prompt: Prompt, signal: AbortSignal): Promise<Begun> => {
    const stream = await request(prompt, signal).catch((error: unknown) => {
      if (limit !== 'max_tokens' || Object(error).status !== 400 || Object(error).param !== limit) throw error
      limit = 'max_completion_tokens'
      return request(prompt, signal)
    })
    const rest = textOf(stream)
    const first = await rest.next()
    return { first: first.done ? '' : first.value, rest }
  }
}

/** Yields the text of an answer. Throws if it broke off: the stream ends without a finish reason, or by the endpoint's filter. */
async function* textOf(stream: AsyncIterable<unknown>): AsyncGenerator<string, void, void> {
  let reason: string | undefined
  for await (const chunk of stream) {
    const [choice] = Chunk.parse(chunk).choices
    // Empty pieces are passed on: they show that the model is still reasoning.
    if (choice) yield choice.delta?.content ?? ''
    reason = choice?.finish_reason ?? reason
  }
  if (reason === undefined) throw new EndpointFailure('broken')
  if (reason === 'content_filter') throw new EndpointFailure('refused', undefined, true)
}

/** Yields the pieces up to `maxLength` characters, and drops the rest. */
async function* bounded(pieces: AsyncIterable<string>, maxLength: number): AsyncGenerator<string, void, void> {
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > maxLength) return
    yield piece
  }
}
