import { batched } from '@quire/kit'
import { z } from 'zod'
import { endpointBreaker } from './breaker.ts'
import { failureOf, openClient } from './client.ts'
import type { EndpointSettings } from './config.ts'
import { EndpointFailure } from './failure.ts'
import { within } from './paced.ts'
import { bytesOfToken } from './tokens.ts'

/** Says how texts are related: the product of two vectors is the cosine of the angle between them. */
export interface Embeddings {
  /**
   * A vector of length 1 for each text, in their order; all have the same number of dimensions. Throws EndpointFailure, and
   * the reason of `signal` where that aborts: then the request ends too. What failed may be tried again.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** The endpoint failed several times in a row: what is sent now fails at once. */
  isPaused(): boolean
}

/** What every provider takes with one request. */
export const ofOneRequest = { items: 64, bytes: 100_000 } as const

const Reply = z.object({ data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })) })

interface EmbeddingsTerms {
  /** How often a request that failed is sent again. */
  retries: number
  /** For one request, further attempts included. */
  timeoutMs: number
  /** Of one text. */
  mostTokens: number
}

/** The embeddings of an endpoint that speaks as OpenAI's does. */
export function openEmbeddings(settings: EndpointSettings, model: string, terms: EmbeddingsTerms): Embeddings {
  const client = openClient(settings, terms.retries)
  const breaker = endpointBreaker()

  async function request(input: string[], leaving: AbortSignal): Promise<Float32Array[]> {
    const end = new AbortController()
    const signal = AbortSignal.any([leaving, end.signal])
    try {
      const { embeddings } = await client()
      // Vectors in base64 are not known to all endpoints.
      const asked = embeddings.create({ model, input, encoding_format: 'float' }, { signal })
      return vectorsOf(await within(terms.timeoutMs, asked), input.length)
    } catch (error) {
      leaving.throwIfAborted()
      throw failureOf(error)
    } finally {
      end.abort()
    }
  }

  return {
    isPaused: breaker.isPaused,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      const cut = texts.map((text) => cutTo(terms.mostTokens, text))
      for await (const batch of batched(cut, ofOneRequest, Buffer.byteLength)) {
        signal.throwIfAborted()
        vectors.push(...(await breaker.execute(() => request(batch, signal))))
      }
      if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw new EndpointFailure('broken')
      return vectors
    },
  }
}

/** The beginning of a text up to so many tokens. An empty one is refused by some endpoints. */
export const cutTo = (mostTokens: number, text: string) =>
  Buffer.from(text)
    .subarray(0, mostTokens * bytesOfToken)
    .toString() || ' '

function vectorsOf(reply: unknown, count: number): Float32Array[] {
  const { data } = Reply.parse(reply)
  const ordered = data.toSorted((one, other) => one.index - other.index)
  if (ordered.length !== count || ordered.some(({ index }, place) => index !== place))
    throw new EndpointFailure('broken')
  return ordered.map(({ embedding }) => ofLengthOne(embedding))
}

function ofLengthOne(embedding: number[]): Float32Array {
  const length = Math.hypot(...embedding)
  if (!(length > 0)) throw new EndpointFailure('broken')
  return Float32Array.from(embedding, (value) => value / length)
}
