import type { Processes } from './processes.ts'

const patienceMs = 10_000

/** What was acknowledged: reading `path` must answer `status`, and hold `text` where that is given. */
export interface Acknowledged {
  path: string
  token: string
  status: number
  text?: string
}

export interface Person {
  id: string
  token: string
  email: string
}

/** A sequence of numbers in [0, 1) that depends on its seed alone (a linear congruential generator). */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
export type Random = ReturnType<typeof seededRandom>

/** What became of the writes of all clients. */
export interface Tally {
  acknowledged: number
  failed: number
  /** Answers that a client which sees its own writes should never meet: refusals, and bugs. */
  refused: string[]
}

/** Counts, and resolves `more(n)` when `n` further writes have been acknowledged: moments of a load, not of a clock. */
export function createTally() {
  const tally: Tally = { acknowledged: 0, failed: 0, refused: [] }
  const waiting = new Set<{ at: number; resolve: () => void }>()
  return {
    tally,
    acknowledge() {
      tally.acknowledged += 1
      for (const one of waiting) {
        if (tally.acknowledged < one.at) continue
        waiting.delete(one)
        one.resolve()
      }
    },
    more: (count: number) =>
      new Promise<void>((resolve) => void waiting.add({ at: tally.acknowledged + count, resolve })),
  }
}
export type Counting = ReturnType<typeof createTally>

/** One client of the interface: a failure is no acknowledgement, and it goes on when the next process is up. */
export function createClient(system: Processes, { token }: Person, { tally, acknowledge }: Counting) {
  let consistency: string | undefined
  const known = new Map<string, Acknowledged>()

  /** The reply's body, or undefined where the write was not acknowledged. */
  async function write<Body>(method: string, path: string, body: object = {}): Promise<Body | undefined> {
    const response = await send(method, path, body).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (!response?.ok || text === undefined) {
      tally.failed += 1
      if (response && response.status <= 500) tally.refused.push(`${method} ${path} ${response.status} ${text}`)
      await system.better()
      return undefined
    }
    acknowledge()
    consistency = response.headers.get('x-quire-consistency') ?? consistency
    return (text === '' ? {} : JSON.parse(text)) as Body
  }

  function send(method: string, path: string, body?: object) {
    return fetch(`${system.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(consistency && { 'x-quire-consistency': consistency }),
        ...(body && method !== 'DELETE' && { 'content-type': 'application/json' }),
      },
      ...(body && method !== 'DELETE' && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
  }

  return {
    write,
    /** Notes that reading `path` must now succeed. */
    expect: (path: string, text?: string) =>
      void known.set(path, { path, token, status: 200, ...(text !== undefined && { text }) }),
    /** Tries to remove what `path` reads; what it reads is unknown until that is acknowledged. */
    async remove(path: string) {
      known.delete(path)
      if (await write('DELETE', path)) known.set(path, { path, token, status: 404 })
    },
    /** What begins with `path` is no longer read. */
    forget(path: string) {
      for (const one of known.keys()) if (one.startsWith(path)) known.delete(one)
    },
    known: () => [...known.values()],
    send,
  }
}
export type Client = ReturnType<typeof createClient>
