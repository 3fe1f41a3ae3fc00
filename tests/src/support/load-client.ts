import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type AcknowledgedWrite, ownerOf, type Span } from './losses.ts'
import type { Processes } from './processes.ts'
import { createPromises } from './promises.ts'
import { fetchNoting } from './request-failure.ts'
import type { TallyCounter, Wrong } from './tally.ts'
import { outcomeOf, type TrackedWrite, type WriteLog } from './write-log.ts'

const answerTimeoutMs = 10_000
const maxRepeats = 5
/** Seconds for which somebody waits who has asked too often. */
const maxWaits = 60

export interface Person {
  id: string
  token: string
  email: string
}

/** A path that must not be readable with this token, since a write took the right away; `of` made the token itself. */
interface BarredRead {
  token: string
  path: string
  by: AcknowledgedWrite
  of: AcknowledgedWrite | undefined
}

/** The write that made the thing at `path`, and the path of the thing without which it cannot be. */
interface MadeThing extends AcknowledgedWrite {
  path: string
  of?: string | undefined
}

/** A merge without an answer: the change request is merged and `page` is live, or neither. */
interface UnsureMerge {
  space: string
  request: string
  page: string
  by: AcknowledgedWrite
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

interface ClientParts {
  system: Pick<Processes, 'url' | 'better'>
  counting: TallyCounter
  writeLog: WriteLog
  random: Random
}

/** One client of the interface. A failure is no acknowledgement, and it goes on when the process is up again. */
export function createClient({ token }: Person, { system, counting, writeLog, random }: ClientParts) {
  const { tally, acknowledge } = counting
  let consistency: string | undefined
  const promises = createPromises()
  const made: MadeThing[] = []
  const barred = new Map<string, BarredRead>()
  const unsureMerges: UnsureMerge[] = []
  const issued = new Map<string, string>()
  let act: Span = { begun: 0, ended: 0 }
  let lastRefusal: string | undefined
  let lastAcknowledged: string | undefined

  /** The writes of the act about `path` up to now. */
  const by = (path: string): AcknowledgedWrite => ({ ...act, ended: performance.now(), owner: ownerOf(path) })

  /** One request and its answer; undefined if none came. */
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
   * The reply's body, or undefined if the write was not acknowledged. Half of the tracked writes
   * have a key. Those are sent again while their outcome is unknown, and now and then although acknowledged.
   */
  async function write<Body>(
    method: string,
    path: string,
    body: object = {},
    tracked?: TrackedWrite,
  ): Promise<Body | undefined> {
    lastRefusal = undefined
    const begun = performance.now()
    const key = tracked && tracked.keyed !== false && random() < 0.5 ? randomUUID() : undefined
    let answer = await attempt(method, path, body, key)
    for (let left = maxRepeats; key && left > 0 && outcomeOf(answer?.status) === 'unknown'; left -= 1) {
      await system.better()
      tally.repeated += 1
      answer = await attempt(method, path, body, key)
    }
    if (tracked) writeLog.note(tracked, outcomeOf(answer?.status))
    if (outcomeOf(answer?.status) !== 'acknowledged' || !answer) {
      tally.failed += 1
      const what = `${method} ${path} ${JSON.stringify(body).slice(0, 300)} ${answer?.status} ${answer?.text}`
      if (answer && answer.status <= 500) {
        tally.refused.push({ begun, ended: performance.now(), what })
        lastRefusal = what
      }
      await system.better()
      return undefined
    }
    acknowledge()
    lastAcknowledged = `${method} ${path} ${answer.status}`
    if (key && random() < 0.2) await sameAgain(method, path, body, key, answer.text)
    return (answer.text === '' ? {} : JSON.parse(answer.text)) as Body
  }

  /** Checks that a key still has its first result. */
  async function sameAgain(method: string, path: string, body: object, key: string, first: string) {
    tally.repeated += 1
    const again = await attempt(method, path, body, key)
    if (outcomeOf(again?.status) !== 'acknowledged') return
    if (idOf(again?.text) !== idOf(first))
      tally.wrong.push({ kind: 'twice', what: `${method} ${path} made a second thing under one key`, by: by(path) })
  }

  function send(method: string, path: string, body?: object, more?: Record<string, string>) {
    return fetchNoting(tally.failures, `${system.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(consistency && { 'x-quire-consistency': consistency }),
        ...(body && method !== 'DELETE' && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body && method !== 'DELETE' && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
  }

  /** The status of reading `path` with another token; undefined if no answer came. Who asks too often asks again. */
  async function statusFor(other: string, path: string): Promise<number | undefined> {
    try {
      for (let left = maxWaits; ; left -= 1) {
        const response = await send('GET', path, undefined, { authorization: `Bearer ${other}` })
        await response.text()
        if (response.status !== 429 || left === 0) return response.status
        await setTimeout(Number(response.headers.get('retry-after')) * 1000)
      }
    } catch {
      return undefined
    }
  }

  /** Notes that the token may no longer read `path`; checks it now and in the end. */
  async function bar(other: string, path: string) {
    const of = made.find((one) => issued.get(one.path) === other)
    // Identity decides about all rights that an act takes away.
    barred.set(`${path} ${other}`, { token: other, path, by: by('/user'), of })
    if (outcomeOf(await statusFor(other, path)) !== 'acknowledged') return
    const what = `${path} was read without the right to it at ${new Date().toISOString()}, after ${lastAcknowledged}`
    tally.wrong.push({ kind: 'rights', what, by: by('/user'), of })
  }

  return {
    write,
    statusFor,
    bar,
    /** Notes that an act begins: what its writes make depends on all of them. */
    begin: () => {
      act = { begun: performance.now(), ended: 0 }
    },
    /** The refusal of the last write; undefined if it was acknowledged, or its outcome is unknown. */
    lastRefusal: () => lastRefusal,
    /** Notes that the token may read `path` again, or that nobody knows. */
    unbar: (other: string, path: string) => void barred.delete(`${path} ${other}`),
    barred: () => [...barred.values()],
    /** Notes that nobody knows whether this merge was done. */
    unsure: (merge: Omit<UnsureMerge, 'by'>) => void unsureMerges.push({ ...merge, by: by('/spaces') }),
    unsureMerges: () => unsureMerges,
    /** Notes that something happened which must never happen. */
    wrong: (kind: Wrong['kind'], what: string, path: string) => void tally.wrong.push({ kind, what, by: by(path) }),
    /** Notes that a write made the thing at `path`, which cannot be without the one at `of`. */
    made: (path: string, of?: string) => void made.push({ ...by(path), path, of }),
    allMade: () => made,
    /** Notes that a write made the thing at `path`, and that reading it must now succeed. */
    expectNew(path: string, text?: string) {
      made.push({ ...by(path), path })
      promises.promise(path, { status: 200, text }, by(path))
    },
    /** Notes that reading `path` must now succeed; for a file, with these bytes. */
    expect: (path: string, text?: string, sha256?: string) =>
      promises.promise(path, { status: 200, text, sha256 }, by(path)),
    /** Notes that the thing at `path` exists still, in whatever state. */
    expectStill: (path: string) => promises.promiseExistence(path),
    /** Tries to remove the thing at `path`, and answers whether it did; meanwhile a read may answer anything. */
    async remove(path: string): Promise<boolean> {
      promises.drop(path)
      const removed = (await write('DELETE', path)) !== undefined
      if (removed) promises.promise(path, { status: 404 }, by(path))
      return removed
    },
    dropPromises: promises.drop,
    /** The id of the file of this name among the first of a space; undefined if that cannot be read now. */
    async findFile(space: string, name: string): Promise<string | undefined> {
      try {
        const response = await send('GET', `/spaces/${space}/content/files?limit=100`)
        const { items = [] } = (await response.json()) as { items?: { id: string; name: string }[] }
        return items.find((one) => one.name === name)?.id
      } catch {
        return undefined
      }
    },
    /** Notes an access token that was issued, by its path. */
    issued(path: string, secret: string) {
      made.push({ ...by(path), path })
      issued.set(path, secret)
    },
    allIssued: () => issued,
    promises,
    send,
  }
}
export type Client = ReturnType<typeof createClient>

const Made = /"id":"([^"]+)"/
const idOf = (text = '') => Made.exec(text)?.[1]
