import type { Operation } from '@quire/contracts'
import {
  type BaseConfig,
  type Caller,
  type Principal,
  principalHeader,
  readPosition,
  secretKey,
  signPrincipal,
} from '@quire/kit'

/** A user's id, or the whole caller; undefined sends no principal at all. */
export type As = string | Caller | undefined

export interface CallInput {
  as: As
  params?: Record<string, string>
  query?: Record<string, string | string[]>
  /** Sent as JSON; a string, and bytes, are sent as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** The further principals of an operation that calls others. */
  calls?: Principal['calls']
  /** Aborts the request, as a client that disconnects. */
  signal?: AbortSignal
}

export interface Answer {
  status: number
  headers: Headers
  /** The parsed body, or its text if it is not JSON; undefined if there is none. Tests read it as the reply's shape. */
  // biome-ignore lint/suspicious/noExplicitAny: every reply was checked against its contract already
  body: any
  /** The unparsed body. */
  bytes: Buffer
  position: ReturnType<typeof readPosition>
}

/** Sends operations signed as the gateway signs them; `/internal` ones as another service. */
export function callerOf(config: BaseConfig, port: () => number) {
  const internalKey = secretKey(config, 'internal.key')
  return async (
    operation: Operation,
    { as, params = {}, query = {}, body, headers = {}, calls, signal }: CallInput,
  ): Promise<Answer> => {
    const { id, owner, method } = operation
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const given = typeof as === 'string' ? callerFor(as) : as
    const service = operation.access.on === 'service' ? operation.access.by[0] : undefined
    const caller: Caller | undefined = given?.kind === 'service' ? { service, ...given } : given
    const key = operation.access.on === 'service' ? internalKey : secretKey(config, `principal-${owner}.key`)
    const response = await fetch(`http://127.0.0.1:${port()}${path}${searchOf(query)}`, {
      method,
      // Tests look at redirects, so they are not followed.
      redirect: 'manual',
      signal: signal ?? null,
      headers: {
        ...(caller && { [principalHeader]: signPrincipal(key, owner, { caller, operation: id, method, path, calls }) }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isWritten(body) ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return {
      status: response.status,
      headers: response.headers,
      body: parsed(response, bytes.toString()),
      bytes,
      position: readPosition(response.headers.get('x-quire-position')),
    }
  }
}

const isWritten = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

function parsed({ headers }: Response, text: string): unknown {
  if (text === '') return undefined
  return /^application\/(scim\+)?json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text
}

const callerFor = (userId: string): Caller => ({ userId, kind: 'user', scope: 'full' })

function searchOf(query: Record<string, string | string[]>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, one)
  return search.size > 0 ? `?${search}` : ''
}
