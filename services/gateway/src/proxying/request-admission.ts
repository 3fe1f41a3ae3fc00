import type { ServerResponse } from 'node:http'
import type { Operation, OwnerName } from '@quire/contracts'
import { abortOnDisconnect, type Release } from '@quire/kit/edge'
import type { Request, RequestHandler, Response } from 'express'
import type { GatewayConfig } from '../config.ts'
import { networkOf } from '../limits/addresses.ts'
import { type Bounds, type Kind, kindOf } from '../limits/bounds.ts'
import type { CountRequest } from '../limits/rate-limit.ts'
import { announcesMoreThan, type Body, inviteBody, readSmall } from './bodies.ts'
import type { Forward } from './proxy.ts'

/** An admitted request and the connection pool that it uses. */
interface Admission {
  body: Body
  forward: Forward
  /** Must be called when the service has finished with the request. */
  done: Release
}

/** Waits until the queues admit a request; rejects with 408, 413, 429 or 503. */
export type Admit = (
  operation: Operation,
  account: string | undefined,
  request: Request,
  response: Response,
) => Promise<Admission>

/**
 * Bounds a caller's requests in progress, from the first byte of a request to the last byte of its answer. The
 * connection to a service is acquired last, when a small body has arrived whole, so that a slow sender holds none.
 */
export function admission(
  config: GatewayConfig,
  bounds: Bounds,
  services: Record<Kind, Record<OwnerName, Forward>>,
): Admit {
  const { SMALL_BODY_BYTES, BODY_GRACE_MS: graceMs, MIN_BYTES_PER_SECOND: bytesPerSecond } = config

  return async (operation, account, request, response) => {
    const holder = { account, address: networkOf(request) }
    const disconnected = () => abortOnDisconnect(response)
    const enter = async (kind: Kind) => untilClosed(response, await bounds.enter(kind, holder, disconnected))
    const isLarge = announcesMoreThan(SMALL_BODY_BYTES, request, operation)
    const declared = isLarge ? 'long' : kindOf(operation)
    await enter(declared)
    inviteBody(request, response)
    const body = isLarge ? 'streamed' : await readSmall(request, SMALL_BODY_BYTES, { graceMs, bytesPerSecond })
    const kind = body === 'streamed' ? 'long' : declared
    if (kind !== declared) await enter(kind)
    const done = await bounds.connect(kind, operation.owner, disconnected)
    untilClosed(response, done)
    return { body, forward: services[kind][operation.owner], done }
  }
}

/** Counts and bounds the requests that the gateway itself answers, without a token. */
export function anonymous(count: CountRequest, bounds: Bounds): RequestHandler {
  return async (request, response, next) => {
    await count(request, response, undefined)
    const holder = { account: undefined, address: networkOf(request) }
    untilClosed(response, await bounds.enter('ordinary', holder, () => abortOnDisconnect(response)))
    next()
  }
}

function untilClosed(response: ServerResponse, leave: Release) {
  if (response.closed) leave()
  else response.once('close', leave)
}
