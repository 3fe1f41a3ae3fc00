import { setTimeout } from 'node:timers/promises'
import { FetchRefused, type GuardedClient, type GuardedGet } from '@quire/kit'
import { politeness } from '../../limits.ts'

/** A server that asks to be left alone is left alone, this often for one page. */
const mostTries = 3

interface PoliteOptions {
  web: GuardedClient
  signal: AbortSignal
  /** Between the beginnings of two requests. */
  delayMs: number
}

/** A client that waits between requests as the server wants it, and for as long as it asks for after an answer. */
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
          const pauseMs = error instanceof FetchRefused ? askedFor(error) : undefined
          if (pauseMs === undefined || tries === mostTries) throw error
          next = Math.max(next, performance.now() + pauseMs)
        }
      }
    },
  }
}

/** How long a busy server asks to be left alone; undefined where asking again makes no sense. */
function askedFor({ answer }: FetchRefused): number | undefined {
  if (answer?.status !== 429 && answer?.status !== 503) return undefined
  const { retryAfterMs = 1000 } = answer
  return retryAfterMs <= politeness.pauseMs ? retryAfterMs : undefined
}
