import type OpenAI from 'openai'
import type { EndpointSettings } from './config.ts'
import { EndpointFailure } from './failure.ts'

/** More than any answer takes on the way, framing included. */
const mostBytes = 16 * 1024 * 1024

/**
 * A client of the endpoint. The address is the operator's own setting, so it may be private, and what people write never
 * has a part in it; redirects are not followed, so the key and what people may read go nowhere else. The client is
 * loaded at its first use, since it takes some 25 MB.
 */
export function openClient({ baseUrl, apiKey }: EndpointSettings, maxRetries: number): () => Promise<OpenAI> {
  let opening: Promise<OpenAI> | undefined
  return () => {
    opening ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          // Each is said, since the client looks for all of them in the environment.
          ...{ baseURL: baseUrl, apiKey: apiKey ?? 'none', organization: null, project: null, logLevel: 'off' },
          ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
          maxRetries,
          fetch: boundedFetch,
        }),
    )
    return opening
  }
}

/** Follows no redirect, and takes no more than an answer may have: a stream without end must not fill the memory. */
async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  if (!response.body) return response
  let bytes = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > mostBytes) controller.error(new EndpointFailure('broken'))
      else controller.enqueue(chunk)
    },
  })
  const { status, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, headers })
}

/** What an error of the client comes to; its own text may repeat what was sent, so it goes no further. */
export function failureOf(error: unknown): EndpointFailure {
  if (error instanceof EndpointFailure) return error
  const { status, cause } = Object(error) as { status?: unknown; cause?: unknown }
  if (cause instanceof EndpointFailure) return cause
  if (typeof status !== 'number') return new EndpointFailure(isConnecting(error) ? 'unreachable' : 'broken')
  return new EndpointFailure(status === 429 || status >= 500 ? 'overloaded' : 'refused', status)
}

/** The client gives its own errors of connections a name, and no status. */
const isConnecting = (error: unknown) => /^APIConnection/.test(Object(error).constructor?.name ?? '')
