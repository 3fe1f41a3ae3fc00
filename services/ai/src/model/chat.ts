import type OpenAI from 'openai'
import { z } from 'zod'
import { endpointBreaker } from './breaker.ts'
import { failureOf, openClient } from './client.ts'
import type { EndpointSettings, ModelConfig } from './config.ts'
import { EndpointFailure } from './failure.ts'
import { paced, within } from './paced.ts'

/** What the model is told. */
export interface Prompt {
  system: string
  user: string
}

/** Writes what a model answers, piece by piece. */
export interface ChatEndpoint {
  /** Throws EndpointFailure, and the reason of `signal` where that aborts: then the request ends too. */
  write(prompt: Prompt, signal: AbortSignal): AsyncGenerator<string, void, void>
}

/** No tokenizer makes less of a token on average; the bound holds where an endpoint disregards the limit it is given. */
const charactersOfToken = 12

/** A piece of a stream, as far as it is read; everything else that endpoints send is passed over. */
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
 * A chat endpoint. The client sends a request again that failed before its answer began, after a pause that grows or that the
 * endpoint asks for (Retry-After); everything until the first word has one deadline.
 */
export function openChat(settings: EndpointSettings, model: string, config: ChatConfig): ChatEndpoint {
  const client = openClient(settings, config.AI_RETRIES)
  const breaker = endpointBreaker()
  const begin = beginning(client, model, config.AI_MAX_OUTPUT_TOKENS)

  return {
    async *write(prompt, leaving) {
      leaving.throwIfAborted()
      const end = new AbortController()
      const whole = AbortSignal.timeout(config.AI_TIMEOUT_MS)
      const signal = AbortSignal.any([leaving, end.signal, whole])
      try {
        const { first, rest } = await breaker.execute(() =>
          within(config.AI_FIRST_TOKEN_TIMEOUT_MS, begin(prompt, signal)).catch((error: unknown) => {
            end.abort()
            leaving.throwIfAborted()
            throw failureOf(error)
          }),
        )
        yield first
        yield* bounded(paced(rest, config.AI_TOKEN_TIMEOUT_MS), config.AI_MAX_OUTPUT_TOKENS * charactersOfToken)
      } catch (error) {
        leaving.throwIfAborted()
        throw whole.aborted ? new EndpointFailure('late') : failureOf(error)
      } finally {
        end.abort()
      }
    },
  }
}

/** An answer up to its first word, and what follows. */
interface Begun {
  first: string
  rest: AsyncIterable<string>
}

function beginning(client: () => Promise<OpenAI>, model: string, mostTokens: number) {
  // Older endpoints know one name of the limit only, and newer models refuse that one.
  let limit: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'

  async function request({ system, user }: Prompt, signal: AbortSignal) {
    const { chat } = await client()
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: user },
    ]
    return chat.completions.create({ model, messages, stream: true, [limit]: mostTokens }, { signal })
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

/** The text of an answer. An endpoint says how an answer ended: one without that word broke off. */
async function* textOf(stream: AsyncIterable<unknown>): AsyncGenerator<string, void, void> {
  let reason: string | undefined
  for await (const chunk of stream) {
    const [choice] = Chunk.parse(chunk).choices
    // Empty pieces tell that the model still thinks.
    if (choice) yield choice.delta?.content ?? ''
    reason = choice?.finish_reason ?? reason
  }
  if (reason === undefined || reason === 'content_filter') throw new EndpointFailure('broken')
}

/** The pieces up to so many characters; what comes after is cut. */
async function* bounded(pieces: AsyncIterable<string>, most: number): AsyncGenerator<string, void, void> {
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > most) return
    yield piece
  }
}
