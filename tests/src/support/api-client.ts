import { setTimeout } from 'node:timers/promises'
import { allOperations, type Operation } from '@quire/contracts'
import { newCookieValue } from '@quire/kit'
import { consoleHeaders } from '@quire/world'

export interface RequestOptions {
  params?: Record<string, string>
  /** A list is sent as one parameter many times. */
  query?: Record<string, string | string[]> | undefined
  /** Sent as JSON; a text or a blob is sent unchanged. */
  body?: unknown
  headers?: Record<string, string> | undefined
}

export interface Answer {
  status: number
  /** The parsed body, or its text if it is not JSON; undefined if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read it as the reply's shape, which the service has checked
  body: any
}

/** Sends operations to a gateway as any HTTP client would, with a token or without. */
export type Api = ReturnType<typeof apiOf>

const consistency = 'x-quire-consistency'

/** `env` is that of the gateway, for operations that only the console calls: these are sent as by a browser of nobody. */
export function apiOf(gateway: string, env: NodeJS.ProcessEnv = {}) {
  // One position for all people, so that each sees the writes of others; any caller may send it.
  let seen: string | undefined
  const browser = newCookieValue('nobody')
  async function send(
    operation: Operation | string,
    token: string | undefined,
    sent: RequestOptions = {},
  ): Promise<Answer> {
    const { method, path, console } = typeof operation === 'string' ? operationOf(operation) : operation
    const { params = {}, query = {}, body, headers = {} } = sent
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'absent'))
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    )
    const response = await fetch(`${gateway}${place}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(console ? consoleHeaders(env, browser) : token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(seen !== undefined && { [consistency]: seen }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    })
    seen = response.headers.get(consistency) ?? seen
    const text = await response.text()
    const isJson = /^application\/(scim\+)?json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, body: text === '' ? undefined : isJson ? JSON.parse(text) : text }
  }

  return { send, made: madeWith(send) }
}

type Send = (operation: Operation | string, token: string | undefined, sent?: RequestOptions) => Promise<Answer>

const maxAttempts = 10

/**
 * Sends a request that must succeed; resolves with the body. Tries again a second later, as clients do, if a busy service
 * refused it.
 */
export const madeWith =
  (send: Send) =>
  async (operation: string, token: string | undefined, sent: RequestOptions = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const { status, body } = await send(operation, token, sent)
      if (status < 300) return body
      if (status !== 503 || attempt === maxAttempts)
        throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`)
      await setTimeout(1000)
    }
  }

export function operationOf(id: string): Operation {
  const operation = allOperations.find((one) => one.id === id)
  if (!operation) throw new Error(`there is no operation ${id}`)
  return operation
}
