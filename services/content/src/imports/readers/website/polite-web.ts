import { setTimeout } from 'node:timers/promises'
import { FetchRefused, type GuardedClient, type GuardedGet } from '@quire/kit'
import { politeness } from '../../import-limits.ts'

/** Attempts for one page of a busy server. */
const maxTries = 3

interface PoliteOptions {
  web: GuardedClient
  signal: AbortSignal
  /** Time between the beginnings of two requests. */
  delayMs: number
}

/** Wraps a client so that it waits between requests, and after a busy answer for the time in `Retry-After`. */
export function politeWeb({ web, signal, delayMs }: PoliteOptions): Pick<GuardedClient, 'get'> {
  let next = 0

  async function turn(): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + delayMs
    if (at > now) await setTimeout(at - now, undefined, { signal })
  }

  return {
    async get(url: string, options: GuardedGet) {
      for (let tries = 1; ; tries += 1) {
        await turn()
        try {
          return await web.get(url, options)
        } catch (error) {
          const pauseMs = error instanceof FetchRefused ? requestedPauseMs(error) : undefined
          if (pauseMs === undefined || tries === maxTries) throw error
          next = Math.max(next, performance.now() + pauseMs)
        }
      }
    },
  }
}

/** Returns the time that a busy server asks to wait; undefined if the request should not be repeated. */
function requestedPauseMs({ answer }: FetchRefused): number | undefined {
  if (answer?.status !== 429 && answer?.status !== 503) return undefined
  const { retryAfterMs = 1000 } = answer
  return retryAfterMs <= politeness.maxRetryAfterMs ? retryAfterMs : undefined
}
