import { setTimeout as delay } from 'node:timers/promises'
import { isExplained, outcomeOf } from '../support/write-log.ts'

const everyMs = 100
const readTimeoutMs = 10_000
/** A busy machine causes shorter gaps. */
const shortestMs = 500

/** The longest time after each fault in which reads of a service had no answer. */
export type Gaps = Map<string, { service: string; ms: number }>

interface Probe {
  service: string
  url: string
  token: string
}

/** Reads from each service all the time until stopped; `fault` names the last fault. */
export function watchAvailability(probes: Probe[], fault: () => string | undefined) {
  const stopping = new AbortController()
  const gaps: Gaps = new Map()
  const unexplained: string[] = []
  const note = (service: string, ms: number, cause: string) => {
    if (ms > shortestMs && ms > (gaps.get(cause)?.ms ?? 0)) gaps.set(cause, { service, ms })
  }
  const watching = Promise.all(probes.map((probe) => follow(probe, stopping.signal, fault, { note, unexplained })))
  return {
    gaps,
    /** Answers of a failure that do not say when to try again. */
    unexplained,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

async function follow(
  { service, url, token }: Probe,
  stopping: AbortSignal,
  fault: () => string | undefined,
  { note, unexplained }: { note: (service: string, ms: number, cause: string) => void; unexplained: string[] },
) {
  let last = performance.now()
  let cause: string | undefined
  while (!stopping.aborted) {
    const begun = performance.now()
    if (await answers(url, token, unexplained)) {
      const now = performance.now()
      if (cause !== undefined || now - begun > shortestMs) note(service, now - last, cause ?? fault() ?? 'nothing')
      last = now
      cause = undefined
    } else cause ??= fault()
    await delay(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function answers(url: string, token: string, unexplained: string[]): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(readTimeoutMs) })
    await response.text()
    if (!isExplained(response)) unexplained.push(`GET ${url} ${response.status}`)
    return outcomeOf(response.status) === 'acknowledged'
  } catch {
    return false
  }
}
