import { setTimeout as delay } from 'node:timers/promises'

export interface Request {
  path: string
  init: RequestInit
}

const connections = 16
const timeoutMs = 30_000
/** The rate is kept by sending what is due, this often. */
const everyMs = 20

/** Sends one request; returns its failure in words, if it was not answered as it should be. */
async function failureOf(url: string, { path, init }: Request): Promise<string | undefined> {
  const { method = 'GET' } = init
  try {
    const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    await answer.arrayBuffer()
    return answer.ok ? undefined : `${method} ${path} answered ${answer.status}`
  } catch (error) {
    return `${method} ${path} failed: ${error}`
  }
}

/** Sends one request after another over some connections for a time. Throws if one fails. */
export async function asFastAsPossible(url: string, requestOf: (n: number) => Request, ms: number) {
  const begun = performance.now()
  let sent = 0
  const lane = async () => {
    while (performance.now() - begun < ms) {
      sent += 1
      const failure = await failureOf(url, requestOf(sent))
      if (failure !== undefined) throw new Error(failure)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return { perSecond: (sent * 1000) / (performance.now() - begun) }
}

/** Sends requests at a rate, whether the earlier ones are answered or not, until the signal aborts; then waits for all. */
export async function atRate(url: string, requestOf: (n: number) => Request, perSecond: number, signal: AbortSignal) {
  const begun = performance.now()
  const failures: string[] = []
  const underWay = new Set<Promise<unknown>>()
  let sent = 0
  while (!signal.aborted) {
    const due = ((performance.now() - begun) / 1000) * perSecond
    for (; sent < due; sent += 1) {
      const one = failureOf(url, requestOf(sent)).then((failure) => {
        if (failure !== undefined) failures.push(failure)
        underWay.delete(one)
      })
      underWay.add(one)
    }
    await delay(everyMs, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(underWay)
  return { sent, failures }
}
