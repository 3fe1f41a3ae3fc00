import { hash, type KeyObject } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { allOperations, internalOperations, type Operation } from '@quire/contracts'
import { later, type Position } from '../bus/positions.ts'
import { newId } from '../ids.ts'
import { Refusal, unavailable } from '../refusals.ts'
import { askPeer } from './ask-peer.ts'
import type { Call, CallStream } from './handler.ts'
import { header } from './input.ts'
import { peerEvents } from './peer-events.ts'
import { type Principal, principalHeader, signPrincipal } from './principal.ts'
import { withTimeout } from './with-timeout.ts'

/** Header in which a service sends the gateway the highest position of its write; the header never leaves the system. */
export const positionHeader = 'x-quire-position'
/** Header in which a service sends the gateway the bucket's keys that its write revoked; the header never leaves the system. */
export const revokedHeader = 'x-quire-revoked'

const timeoutMs = 10_000

const callable = [...allOperations, ...internalOperations]

interface CallDeps {
  peers: Partial<Record<string, string>>
  internalKey: KeyObject
}

/**
 * Calls to other services, and the position that they reached: under the principals that the gateway signed for them, or
 * as this service for operations that only services may call.
 */
export function callsOf(
  { peers, internalKey }: CallDeps,
  operation: Operation,
  principal: Principal,
  idempotencyKey: string | undefined,
) {
  let position: Position | undefined
  // A transaction that runs again must find what its first run created, also if the caller sent no key.
  let key: string | undefined

  async function send(operationId: string, { params = {}, body }: Parameters<Call>[1], signal: AbortSignal) {
    const called = operation.calls?.includes(operationId) && callable.find((one) => one.id === operationId)
    if (!called) throw new Error(`${operationId} is not among the calls of ${operation.id}`)
    const path = called.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const isInternal = called.access.on === 'service'
    const token = isInternal ? asService(internalKey, called, path, principal) : principal.calls?.[operationId]
    const peer = peers[called.owner]
    if (!token || !peer) throw new Error(`${operation.id} needs a principal and an address for ${operationId}`)
    key ??= hash('sha256', `${operation.id}:${idempotencyKey ?? newId()}`)
    const answer = await askPeer(peer + path, {
      method: called.method,
      headers: {
        [principalHeader]: token,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        'Idempotency-Key': key,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })
    const { statusCode: status = 500, statusMessage } = answer
    position = later(position, readPosition(header(answer, positionHeader)))
    if (status < 300) return answer
    const said = await text(answer)
    if (status >= 500) throw unavailable('Another part of the system did not answer: try again.')
    const reply = said === '' ? undefined : JSON.parse(said)
    throw new Refusal(status, String(reply?.error?.message ?? statusMessage))
  }

  const call: Call = async (operationId, input) => {
    const over = new AbortController()
    const said = await withTimeout(over, timeoutMs, send(operationId, input, over.signal).then(text))
    return said === '' ? undefined : JSON.parse(said)
  }
  const callStream: CallStream = (operationId, { signal, ...input }) =>
    peerEvents((until) => send(operationId, input, until), signal)
  return { call, callStream, position: () => position }
}

/** The principal of a service that acts as itself; the position that its caller has seen applies there too. */
const asService = (key: KeyObject, { id, owner, method }: Operation, path: string, { position }: Principal) =>
  signPrincipal(key, owner, {
    ...{ caller: { kind: 'service', scope: 'full' }, operation: id, method, path },
    ...(position && { position }),
  })

/** `<stream>|<sequence>` as services write it. */
export function readPosition(value: string | null | undefined): Position | undefined {
  const [stream, sequence] = value?.split('|') ?? []
  return stream && sequence ? { stream, sequence: Number(sequence) } : undefined
}

export const writePosition = (position: Position) => `${position.stream}|${position.sequence}`
