import { batched } from '@quire/kit'
import { z } from 'zod'
import { bytesPerToken, type EndpointSettings } from './config.ts'
import { EndpointFailure, endpointBreaker, openClient, toEndpointFailure, withTimeout } from './endpoint.ts'

/** Embeds texts: the dot product of two vectors is the cosine of the angle between them. */
export interface Embeddings {
  /**
   * Returns a vector of length 1 for each text, in their order; all have the same number of dimensions. Throws
   * EndpointFailure, or the reason of `signal` if it aborts, which also ends the request. A failed call may be
   * repeated.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** True while the circuit is open: the endpoint failed several times in a row, and requests fail at once. */
  isPaused(): boolean
}

/** Limits of one request that every provider accepts. */
export const requestLimits = { items: 64, bytes: 100_000 } as const

const Reply = z.object({ data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })) })

interface EmbeddingsTerms {
  /** Retries of a failed request. */
  retries: number
  /** The time for one request, retries included. */
  timeoutMs: number
  /** The most tokens of one text. */
  maxTokens: number
}

/** Opens the embeddings of an endpoint compatible with OpenAI's API. */
export function openEmbeddings(settings: EndpointSettings, model: string, terms: EmbeddingsTerms): Embeddings {
  const client = openClient(settings, terms.retries)
  const breaker = endpointBreaker()

  async function request(input: string[], caller: AbortSignal): Promise<Float32Array[]> {
    const end = new AbortController()
    const signal = AbortSignal.any([caller, end.signal])
    try {
      const { embeddings } = await client()
      // Some endpoints do not support vectors in base64.
      const asked = embeddings.create({ model, input, encoding_format: 'float' }, { signal })
      return vectorsOf(await withTimeout(terms.timeoutMs, asked), input.length)
    } catch (error) {
      caller.throwIfAborted()
      throw toEndpointFailure(error)
    } finally {
      end.abort()
    }
  }

  return {
    isPaused: breaker.isPaused,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      const cut = texts.map((text) => truncateToTokens(terms.maxTokens, text))
      for await (const batch of batched(cut, requestLimits, Buffer.byteLength)) {
        signal.throwIfAborted()
        vectors.push(...(await breaker.execute(() => request(batch, signal))))
      }
      if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw new EndpointFailure('broken')
      return vectors
    },
  }
}

/** Returns the beginning of a text, up to `maxTokens`; never an empty text, which some endpoints refuse. */
export const truncateToTokens = (maxTokens: number, text: string) =>
  Buffer.from(text)
    .subarray(0, maxTokens * bytesPerToken)
    .toString() || ' '

function vectorsOf(reply: unknown, count: number): Float32Array[] {
  const { data } = Reply.parse(reply)
  const ordered = data.toSorted((one, other) => one.index - other.index)
  if (ordered.length !== count || ordered.some(({ index }, position) => index !== position))
    throw new EndpointFailure('broken')
  return ordered.map(({ embedding }) => ofLengthOne(embedding))
}

function ofLengthOne(embedding: number[]): Float32Array {
  const length = Math.hypot(...embedding)
  if (!(length > 0)) throw new EndpointFailure('broken')
  return Float32Array.from(embedding, (value) => value / length)
}
