import { countRefusal, type Metrics, Refusal } from '@quire/kit/edge'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { networkOf } from './addresses.ts'

const shortestMs = 500
const longestMs = 1500
/** Bounds the held requests of one address: connections can send requests ahead of the answers. */
const maxHeld = 1024

/** Holds a request for about a second. Resolves to false if too many of its address are held or the client disconnects. */
export type Tarpit = (request: Request, response: Response) => Promise<boolean>

/**
 * Delays the answers to a caller who sends too many requests, so that each of their connections costs little. The delays
 * differ: otherwise all requests would come back together and delay everybody while they are refused.
 */
export function createTarpit(): Tarpit {
  const held = new Map<string, number>()

  function release(network: string) {
    const left = (held.get(network) ?? 0) - 1
    if (left > 0) held.set(network, left)
    else held.delete(network)
  }

  return (request, response) => {
    const network = networkOf(request)
    const before = held.get(network) ?? 0
    if (before >= maxHeld || response.destroyed) return Promise.resolve(false)
    held.set(network, before + 1)
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        response.off('close', end)
        release(network)
        resolve(!response.destroyed)
      }
      const timer = setTimeout(end, shortestMs + Math.random() * (longestMs - shortestMs))
      response.once('close', end)
    })
  }
}

/** Counts refusals, and delays those with 429. Closes the connection of a caller that sends too many requests ahead. */
export function tarpitRefusals(tarpit: Tarpit, metrics: Pick<Metrics, 'refusals'>): ErrorRequestHandler {
  return async (error, request, response, next) => {
    // Whoever disconnects in a queue is not refused.
    if (!response.destroyed) countRefusal(metrics, error)
    if (error instanceof Refusal && error.status === 429 && !(await tarpit(request, response))) {
      response.setHeader('Connection', 'close')
    }
    next(error)
  }
}
