import type { Operation } from '@quire/contracts'
import {
  type BaseConfig,
  type Caller,
  type Position,
  type Principal,
  principalHeader,
  readPosition,
  secretKey,
  signPrincipal,
} from '../../src/index.ts'

interface RequestOptions {
  /** The caller, or the id of a person; `ada` if absent. */
  as?: string | Caller
  params?: Record<string, string>
  query?: string
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** The position that the caller has seen. */
  position?: Position | undefined
  /** Replaces the whole principal: `null` sends none. */
  principal?: string | null
  signal?: AbortSignal
}

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the kit has checked every reply against its contract
  body: any
  message: string
  position: Position | undefined
}

/** The principal that the gateway would sign for this operation; `more` replaces parts of it. */
export function principalFor(
  config: BaseConfig,
  operation: Operation,
  { as = 'ada', params = {}, position }: RequestOptions,
  more: Partial<Principal> = {},
): string {
  const { access } = operation
  const caller: Caller =
    access.on === 'service'
      ? { kind: 'service', scope: 'full', service: access.by[0] }
      : typeof as === 'string'
        ? { userId: as, kind: 'user', scope: 'full' }
        : as
  const key = secretKey(config, access.on === 'service' ? 'internal.key' : `principal-${operation.owner}.key`)
  return signPrincipal(key, operation.owner, {
    caller,
    operation: operation.id,
    method: operation.method,
    path: pathOf(operation, params),
    ...(position && { position }),
    ...more,
  })
}

const pathOf = (operation: Operation, params: Record<string, string> = {}) =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** Sends operations to one service as the gateway does. */
export function requestsTo(config: BaseConfig, port: () => number) {
  const send = (operation: Operation, options: RequestOptions = {}): Promise<Response> => {
    const { params, query = '', body, headers = {}, principal, signal } = options
    const token = principal === undefined ? principalFor(config, operation, options) : principal
    const payload = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
    return fetch(`http://127.0.0.1:${port()}${pathOf(operation, params)}${query}`, {
      method: operation.method,
      headers: {
        ...(token !== null && { [principalHeader]: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: payload }),
      ...(signal && { signal }),
    })
  }
  const call = async (operation: Operation, options?: RequestOptions): Promise<Answer> => {
    const response = await send(operation, options)
    const text = await response.text()
    const body = text === '' ? undefined : JSON.parse(text)
    return {
      status: response.status,
      headers: response.headers,
      body,
      message: body?.error?.message ?? '',
      position: readPosition(response.headers.get('x-quire-position')),
    }
  }
  return { send, call }
}
