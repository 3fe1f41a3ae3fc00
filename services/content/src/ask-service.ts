import type { KeyObject } from 'node:crypto'
import { json } from 'node:stream/consumers'
import type { Operation } from '@quire/contracts'
import { askPeer, principalHeader, signAsService } from '@quire/kit'

interface ServiceQuestion {
  /** The address of the service that has the operation. */
  url: string
  internalKey: KeyObject
  params?: Record<string, string>
  body?: object | undefined
  signal: AbortSignal
}

/** Another status than 200. */
export class UnexpectedStatus extends Error {
  readonly status: number | undefined

  constructor({ id }: Operation, status: number | undefined) {
    super(`${id} was answered with ${status}`)
    this.name = 'UnexpectedStatus'
    this.status = status
  }
}

/**
 * Asks another service as content itself and not for a user, and returns the body of its answer. Throws if the service does
 * not answer, and UnexpectedStatus if its status is not 200.
 */
export async function askService(
  operation: Operation,
  { url, internalKey, params = {}, body, signal }: ServiceQuestion,
): Promise<unknown> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const answer = await askPeer(url + path, {
    method: operation.method,
    headers: {
      [principalHeader]: signAsService(internalKey, 'content', operation, { path }),
      'Content-Type': 'application/json',
    },
    body: body && JSON.stringify(body),
    signal,
  })
  if (answer.statusCode === 200) return json(answer)
  answer.resume()
  throw new UnexpectedStatus(operation, answer.statusCode)
}
