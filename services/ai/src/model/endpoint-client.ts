import type OpenAI from 'openai'
import type { EndpointSettings } from './config.ts'
import { EndpointFailure } from './endpoint-failure.ts'

/** More than any answer needs on the wire, framing included. */
const maxBytes = 16 * 1024 * 1024

/**
 * Opens a client of the endpoint. The address is a setting of the operator, so it may be private; user input is never
 * part of it. Redirects are not followed, so that the API key and private texts go nowhere else. The client is loaded
 * at first use, since it takes some 25 MB.
 */
export function openClient({ baseUrl, apiKey }: EndpointSettings, maxRetries: number): () => Promise<OpenAI> {
  let opening: Promise<OpenAI> | undefined
  return () => {
    opening ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          // All are set, since the client reads missing ones from the environment.
          ...{ baseURL: baseUrl, apiKey: apiKey ?? 'none', organization: null, project: null, logLevel: 'off' },
          ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
          maxRetries,
          fetch: boundedFetch,
        }),
    )
    return opening
  }
}

/** Follows no redirect, and reads at most `maxBytes`: an endless stream must not fill the memory. */
async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  if (!response.body) return response
  let bytes = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > maxBytes) controller.error(new EndpointFailure('broken'))
      else controller.enqueue(chunk)
    },
  })
  const { status, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, headers })
}

/** Converts an error of the client. Drops the error's own text, which may repeat the request. */
export function toEndpointFailure(error: unknown): EndpointFailure {
  if (error instanceof EndpointFailure) return error
  const { status, cause } = Object(error) as { status?: unknown; cause?: unknown }
  if (cause instanceof EndpointFailure) return cause
  if (typeof status !== 'number') return new EndpointFailure(isConnecting(error) ? 'unreachable' : 'broken')
  return new EndpointFailure(status === 429 || status >= 500 ? 'overloaded' : 'refused', status)
}

/** True of the client's own connection errors, which have a class name and no status. */
const isConnecting = (error: unknown) => /^APIConnection/.test(Object(error).constructor?.name ?? '')
