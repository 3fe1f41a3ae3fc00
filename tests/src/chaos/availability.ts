import { setTimeout as delay } from 'node:timers/promises'
import { fetchNoting, type RequestFailure } from '../support/request-failure.ts'
import { outcomeOf } from '../support/write-log.ts'

const everyMs = 100
const readTimeoutMs = 10_000
/** A busy machine causes shorter gaps. */
const shortestMs = 500

/** The longest time after each fault in which reads of a service had no answer. */
export type Gaps = Map<string, { service: string; ms: number }>

interface Probe {
  service: string
  url: () => string
  token: string
}

/** Reads from each service all the time until stopped; `fault` names the last fault. */
export function watchAvailability(probes: Probe[], fault: () => string | undefined) {
  const stopping = new AbortController()
  const gaps: Gaps = new Map()
  const failures: RequestFailure[] = []
  const note = (service: string, ms: number, cause: string) => {
    if (ms > shortestMs && ms > (gaps.get(cause)?.ms ?? 0)) gaps.set(cause, { service, ms })
  }
  const watching = Promise.all(probes.map((probe) => follow(probe, stopping.signal, fault, { note, failures })))
  return {
    gaps,
    failures,
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
  { note, failures }: { note: (service: string, ms: number, cause: string) => void; failures: RequestFailure[] },
) {
  let last = performance.now()
  let cause: string | undefined
  while (!stopping.aborted) {
    const begun = performance.now()
    if (await answers(url(), token, failures)) {
      const now = performance.now()
      if (cause !== undefined || now - begun > shortestMs) note(service, now - last, cause ?? fault() ?? 'nothing')
      last = now
      cause = undefined
    } else cause ??= fault()
    await delay(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

async function answers(url: string, token: string, failures: RequestFailure[]): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetchNoting(failures, url, { headers, signal: AbortSignal.timeout(readTimeoutMs) })
    await response.text()
    return outcomeOf(response.status) === 'acknowledged'
  } catch {
    return false
  }
}
