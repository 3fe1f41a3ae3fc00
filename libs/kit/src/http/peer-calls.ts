import { hash, type KeyObject } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { allOperations, internalOperations, type Operation, type OwnerName } from '@quire/contracts'
import type { EventSourceMessage } from 'eventsource-parser'
import { createParser } from 'eventsource-parser'
import { later, type Position } from '../bus/position.ts'
import { newId } from '../ids.ts'
import { callerDisconnected, Refusal, unavailable } from '../refusals.ts'
import { askPeer } from './ask-peer.ts'
import type { Call, CallStream } from './handler.ts'
import { header } from './input.ts'
import { groupsOf, type Principal, principalHeader, signAsService } from './principal.ts'

/** A live stream sends something every 15 seconds (`stream.ts`), also while it waits for a language model. */
const silenceTimeoutMs = 60_000

/** Header in which a service sends the gateway the highest position of its write; the header never leaves the system. */
export const positionHeader = 'x-quire-position'
/** Header in which a service sends the gateway the bucket's keys that its write revoked; the header never leaves the system. */
export const revokedHeader = 'x-quire-revoked'

/** Header, with the value `behind`, of answers from an index that lacks changes which are live already (docs/interface.md#search). */
export const indexHeader = 'x-quire-index'

const timeoutMs = 10_000

const callable = [...allOperations, ...internalOperations]

interface CallDeps {
  peers: Partial<Record<string, string>>
  internalKey: KeyObject
}

interface Calling {
  principal: Principal
  idempotencyKey: string | undefined
  /** Passed on, so that what one request did in several services is found by its id. */
  requestId: string
  /** Called if another service answers from an index that is behind. */
  indexIsBehind: () => void
}

/**
 * Calls to other services, and the position that they reached: under the principals that the gateway signed for them, or
 * as this service for operations that only services may call.
 */
export function callsOf(
  { peers, internalKey }: CallDeps,
  operation: Operation,
  { principal, idempotencyKey, requestId, indexIsBehind }: Calling,
) {
  let position: Position | undefined
  // A transaction that runs again must find what its first run created, also if the caller sent no key.
  let key: string | undefined

  async function send(
    operationId: string,
    { params = {}, body, siteId, makes }: Parameters<Call>[1],
    signal: AbortSignal,
  ) {
    const called = operation.calls?.includes(operationId) && callable.find((one) => one.id === operationId)
    if (!called) throw new Error(`${operationId} is not among the calls of ${operation.id}`)
    const path = called.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const isInternal = called.access.on === 'service'
    const token = isInternal
      ? asService(internalKey, operation.owner, called, { path, principal, siteId })
      : principal.calls?.[operationId]
    const peer = peers[called.owner]
    if (!token || !peer) throw new Error(`${operation.id} needs a principal and an address for ${operationId}`)
    const sent = body === undefined ? undefined : JSON.stringify(body)
    key ??= hash('sha256', `${operation.id}:${idempotencyKey ?? newId()}`)
    const keyOfMade = makes && hash('sha256', JSON.stringify([operation.id, makes, path, sent]))
    const answer = await askPeer(peer + path, {
      method: called.method,
      headers: {
        [principalHeader]: token,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        'Idempotency-Key': keyOfMade ?? key,
        ...(requestId !== '' && { 'X-Request-Id': requestId }),
      },
      body: sent,
      signal,
    })
    const { statusCode: status = 500, statusMessage } = answer
    position = later(position, readPosition(header(answer, positionHeader)))
    if (header(answer, indexHeader) !== undefined) indexIsBehind()
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

interface AsService {
  path: string
  /** The principal of the request that calls. */
  principal: Principal
  siteId: string | undefined
}

/**
 * The principal of a service that acts as itself. The position that its caller has seen applies there too, and the work
 * waits in the groups of this caller.
 */
function asService(key: KeyObject, service: OwnerName, operation: Operation, call: AsService): string {
  const { path, principal, siteId } = call
  const { caller, position } = principal
  return signAsService(key, service, operation, { path, groups: groupsOf(caller, siteId), position })
}

/** `<stream>|<sequence>` as services write it. */
export function readPosition(value: string | null | undefined): Position | undefined {
  const [stream, sequence] = value?.split('|') ?? []
  return stream && sequence ? { stream, sequence: Number(sequence) } : undefined
}

export const writePosition = (position: Position) => `${position.stream}|${position.sequence}`

/**
 * Yields the events of an answer that another service streams, each as the data that was written. The answer is read as
 * fast as the consumer reads on, and aborted when the consumer ends or `signal` aborts. A refusal of the other service is
 * thrown, also in the middle; a stream that breaks off or falls silent is 503.
 */
export async function* peerEvents(
  open: (until: AbortSignal) => Promise<AsyncIterable<Uint8Array>>,
  signal: AbortSignal,
): AsyncGenerator<unknown, void> {
  const over = new AbortController()
  const until = AbortSignal.any([signal, over.signal])
  try {
    const answer = await withTimeout(over, silenceTimeoutMs, open(until))
    for await (const { event, data } of messagesIn(answer, over)) {
      if (event === 'done') return
      if (event === 'error') throw new Refusal(503, String(JSON.parse(data).error?.message))
      yield JSON.parse(data)
    }
    throw brokenOff()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw signal.aborted ? callerDisconnected() : brokenOff()
  } finally {
    over.abort()
  }
}

async function* messagesIn(
  answer: AsyncIterable<Uint8Array>,
  over: AbortController,
): AsyncGenerator<EventSourceMessage> {
  const found: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void found.push(message) })
  const decoder = new TextDecoder()
  const parts = answer[Symbol.asyncIterator]()
  for (;;) {
    // The time that the consumer takes between two parts does not count.
    const { done, value } = await withTimeout(over, silenceTimeoutMs, parts.next())
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
    yield* found.splice(0)
  }
}

const brokenOff = () => unavailable('Another part of the system broke off its answer: try again.')

/** Returns the result of `work`, and aborts `controller` if that takes longer than `timeoutMs`. */
async function withTimeout<Value>(
  controller: AbortController,
  timeoutMs: number,
  work: Promise<Value>,
): Promise<Value> {
  const timer = setTimeout(
    () => controller.abort(new DOMException('Nothing was answered in time.', 'TimeoutError')),
    timeoutMs,
  )
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
