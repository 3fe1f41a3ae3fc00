import { createHash } from 'node:crypto'
import { allOperations } from '@quire/contracts'
import { later, type Position } from '../bus/positions.ts'
import { newId } from '../ids.ts'
import { Refusal, unavailable } from '../refusals.ts'
import type { Call } from './handler.ts'
import { type Principal, principalHeader } from './principal.ts'

/** Header in which a service tells the gateway the highest position its write took; it never leaves the system. */
export const positionHeader = 'x-quire-position'

const timeoutMs = 10_000

/** Calls to other services under the principals the gateway gave for them, and the position they reached. */
export function callsOf(
  peers: Partial<Record<string, string>>,
  principal: Principal,
  idempotencyKey: string | undefined,
) {
  let position: Position | undefined
  // A transaction that runs again must find what its first run made, also where the caller sent no key.
  const key = createHash('sha256')
    .update(`${principal.operation}:${idempotencyKey ?? newId()}`)
    .digest('hex')
  const call: Call = async (operationId, { params = {}, body }) => {
    const token = principal.calls?.[operationId]
    const operation = allOperations.find((one) => one.id === operationId)
    const peer = operation && peers[operation.owner]
    if (!token || !operation || !peer)
      throw new Error(`${operationId} is not among the calls of ${principal.operation}`)
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const response = await fetch(peer + path, {
      method: operation.method,
      headers: {
        [principalHeader]: token,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        'Idempotency-Key': key,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    position = later(position, readPosition(response.headers.get(positionHeader)))
    const text = await response.text()
    const reply = text === '' ? undefined : JSON.parse(text)
    if (response.ok) return reply
    if (response.status >= 500) throw unavailable('Another part of the system did not answer: try again.')
    throw new Refusal(response.status, String(reply?.error?.message ?? response.statusText))
  }
  return { call, position: () => position }
}

/** `<stream>|<sequence>` as services write it. */
export function readPosition(value: string | null | undefined): Position | undefined {
  const [stream, sequence] = value?.split('|') ?? []
  return stream && sequence ? { stream, sequence: Number(sequence) } : undefined
}

export const writePosition = (position: Position) => `${position.stream}|${position.sequence}`
