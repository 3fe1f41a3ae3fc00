import { Refusal } from '@quire/kit/edge'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { networkOf } from './network.ts'

const shortestMs = 500
const longestMs = 1500
/** The most requests of one address that are held: connections can send requests ahead of the answers. */
const mostHeld = 1024

/** Holds a request for about a second; false at once where too many of its address are held, or its client is gone. */
export type Pause = (request: Request, response: Response) => Promise<boolean>

/**
 * A caller who asks for too much waits a moment before the answer, so that each of their connections costs little. The
 * moments differ: otherwise all would come back together and hold up everybody while they are refused.
 */
export function createPauses(): Pause {
  const held = new Map<string, number>()

  function leave(network: string) {
    const left = (held.get(network) ?? 0) - 1
    if (left > 0) held.set(network, left)
    else held.delete(network)
  }

  return (request, response) => {
    const network = networkOf(request)
    const before = held.get(network) ?? 0
    if (before >= mostHeld || response.destroyed) return Promise.resolve(false)
    held.set(network, before + 1)
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        response.off('close', end)
        leave(network)
        resolve(!response.destroyed)
      }
      const timer = setTimeout(end, shortestMs + Math.random() * (longestMs - shortestMs))
      response.once('close', end)
    })
  }
}

/**
 * Refuses callers who ask for too much (429) after a pause. One that sends too many requests ahead loses the
 * connection.
 */
export function slowRefusals(pause: Pause): ErrorRequestHandler {
  return async (error, request, response, next) => {
    if (error instanceof Refusal && error.status === 429 && !(await pause(request, response))) {
      response.setHeader('Connection', 'close')
    }
    next(error)
  }
}
