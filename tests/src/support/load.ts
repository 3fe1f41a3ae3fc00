import { randomUUID } from 'node:crypto'
import { type Mark, type Marks, outcomeOf } from './marks.ts'
import type { Processes } from './processes.ts'

const patienceMs = 10_000
const mostRepeats = 5

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

/** What must not be read with this token. */
export interface Barred {
  token: string
  path: string
}

/** A merge without an answer: the change request is merged and `page` is live, or neither. */
export interface UnsureMerge {
  space: string
  request: string
  page: string
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
  /** Not acknowledged, whether they were done or not. */
  failed: number
  /** Writes sent again under the same key. */
  repeated: number
  /** Answers that a client which sees its own writes should never meet: refusals, and bugs. */
  refused: { at: number; what: string }[]
  /** What must never happen. */
  wrong: string[]
}

/** Counts, and resolves `more(n)` when `n` further writes have been acknowledged: moments of a load, not of a clock. */
export function createTally() {
  const tally: Tally = { acknowledged: 0, failed: 0, repeated: 0, refused: [], wrong: [] }
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

interface ClientParts {
  system: Pick<Processes, 'url' | 'better'>
  counting: Counting
  marks: Marks
  random: Random
}

/** One client of the interface: a failure is no acknowledgement, and it goes on when the next process is up. */
export function createClient({ token }: Person, { system, counting, marks, random }: ClientParts) {
  const { tally, acknowledge } = counting
  let consistency: string | undefined
  const known = new Map<string, Acknowledged>()
  const barred = new Map<string, Barred>()
  const unsureMerges: UnsureMerge[] = []

  /** One request and its answer; undefined where none came. */
  async function attempt(method: string, path: string, body: object, key?: string) {
    try {
      const response = await send(method, path, body, key ? { 'idempotency-key': key } : {})
      const text = await response.text()
      if (response.ok) consistency = response.headers.get('x-quire-consistency') ?? consistency
      return { status: response.status, text }
    } catch {
      return undefined
    }
  }

  /**
   * The reply's body, or undefined where the write was not acknowledged. What makes a marked thing is sent under a key
   * half of the time: then again while its outcome is unknown, and now and then once more although it was acknowledged.
   */
  async function write<Body>(method: string, path: string, body: object = {}, mark?: Mark): Promise<Body | undefined> {
    const key = mark && mark.keyed !== false && random() < 0.5 ? randomUUID() : undefined
    let answer = await attempt(method, path, body, key)
    for (let left = mostRepeats; key && left > 0 && outcomeOf(answer?.status) === 'unknown'; left -= 1) {
      await system.better()
      tally.repeated += 1
      answer = await attempt(method, path, body, key)
    }
    if (mark) marks.note(mark, outcomeOf(answer?.status))
    if (outcomeOf(answer?.status) !== 'acknowledged' || !answer) {
      tally.failed += 1
      const what = `${method} ${path} ${answer?.status} ${answer?.text}`
      if (answer && answer.status <= 500) tally.refused.push({ at: performance.now(), what })
      await system.better()
      return undefined
    }
    acknowledge()
    if (key && random() < 0.2) await sameAgain(method, path, body, key, answer.text)
    return (answer.text === '' ? {} : JSON.parse(answer.text)) as Body
  }

  /** A key answers its first result, whatever happened since. */
  async function sameAgain(method: string, path: string, body: object, key: string, first: string) {
    tally.repeated += 1
    const again = await attempt(method, path, body, key)
    if (outcomeOf(again?.status) !== 'acknowledged') return
    if (idOf(again?.text) !== idOf(first)) tally.wrong.push(`${method} ${path} made a second thing under one key`)
  }

  function send(method: string, path: string, body?: object, more?: Record<string, string>) {
    return fetch(`${system.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(consistency && { 'x-quire-consistency': consistency }),
        ...(body && method !== 'DELETE' && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body && method !== 'DELETE' && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
  }

  /** The status of reading `path` with another token; undefined where no answer came. */
  async function statusFor(other: string, path: string): Promise<number | undefined> {
    try {
      const response = await send('GET', path, undefined, { authorization: `Bearer ${other}` })
      await response.text()
      return response.status
    } catch {
      return undefined
    }
  }

  /** The token may no longer read `path`: looked at now, and in the end. */
  async function bar(other: string, path: string) {
    barred.set(`${path} ${other}`, { token: other, path })
    if (outcomeOf(await statusFor(other, path)) === 'acknowledged')
      tally.wrong.push(`${path} was read without the right to it`)
  }

  return {
    write,
    statusFor,
    bar,
    /** It may be read again, or nobody knows. */
    unbar: (other: string, path: string) => void barred.delete(`${path} ${other}`),
    barred: () => [...barred.values()],
    /** Nobody knows whether this merge was done. */
    unsure: (merge: UnsureMerge) => void unsureMerges.push(merge),
    unsureMerges: () => unsureMerges,
    /** Says that something happened which never may. */
    wrong: (what: string) => void tally.wrong.push(what),
    /** Notes that reading `path` must now succeed. */
    expect: (path: string, text?: string) =>
      void known.set(path, { path, token, status: 200, ...(text !== undefined && { text }) }),
    /** Tries to remove what `path` reads, and answers whether it did; what it reads is unknown until then. */
    async remove(path: string): Promise<boolean> {
      known.delete(path)
      const removed = (await write('DELETE', path)) !== undefined
      if (removed) known.set(path, { path, token, status: 404 })
      return removed
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

const Made = /"id":"([^"]+)"/
const idOf = (text = '') => Made.exec(text)?.[1]
