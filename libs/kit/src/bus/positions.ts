import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../ids.ts'
import type { Bus } from './bus.ts'
import { covers, type Position } from './position.ts'

/** A caller that waits for longer may have missed an announcement, and asks for another. */
const askAfterMs = 100

/**
 * A change that takes rights away is answered without a service that is silent for so long
 * (docs/architecture.md#taking-rights-away).
 */
export const silentMs = 1000
/**
 * After the broker came back, silence says nothing for so long: others may be about to come back too. Until then they answer by
 * what they knew of a stream that may have lost its end, whose sequences are used again.
 */
const backMs = 10_000
/** A service that nobody answered for within this time after it was asked takes it that others go on without it. */
const unansweredMs = silentMs - askAfterMs - 100

interface Waiter {
  service: string
  isReached(announcement: Announcement): boolean
  resolve: (reached: boolean) => void
}

/** A message that a leader publishes after each commit. */
export interface Announcement extends Position {
  /** The reason that the service does not keep up. */
  trouble?: string | undefined
  /** The owners whose states the service waits for: it may lack some of them up to its position. Older versions name none. */
  lacks?: readonly string[] | undefined
}

/** An announcement with the lead in which it was made; older versions name none. */
interface Led extends Announcement {
  lead?: string
}

/**
 * The positions in the stream that services have applied: announced over core NATS, never stored. A leader announces its
 * position after each commit, and when a waiting process asks for it.
 */
export interface Positions {
  announce(position: Announcement): void
  /**
   * Ends the lead of this process: its last announcement is not repeated, and forgotten by all processes of the service. The
   * next leader may begin earlier, in a database that was restored.
   */
  ended(): void
  known(service: string): Announcement | undefined
  /** True if `service` is known to have applied `position`. */
  hasReached(service: string, position: Position): boolean
  /** The reason that `service` does not keep up, as its leader announced last; undefined if it does. */
  trouble(service: string): string | undefined
  /** Calls `listener` after every announcement; returns a function that stops that. */
  subscribe(listener: () => void): () => void
  /** Resolves with true once `service` has applied `position`, with false after `timeoutMs`. */
  reached(service: string, position: Position, timeoutMs: number): Promise<boolean>
  /**
   * Resolves with true once `service` has applied `position` and all states of this service before it, or is silent for a
   * second, and not because the broker has just come back: then it decides nothing. With false if it goes on, and is still
   * behind after `timeoutMs`.
   */
  appliedIfAlive(service: string, position: Position, timeoutMs: number): Promise<boolean>
  /**
   * Calls `listener` when others may have gone on without this service: its leader was asked and has not answered, its
   * leader has ended, or the broker is back.
   */
  onAbsence(listener: () => void): void
}

/** Listens to all announcements and makes those of `service`. */
export function openPositions(bus: Bus, service: string): Positions {
  const self = newId()
  const known = new Map<string, Led>()
  const waiters = new Set<Waiter>()
  const listeners = new Set<() => void>()
  const heardAt = new Map<string, number>()
  const absences: (() => void)[] = []
  let unanswered: NodeJS.Timeout | undefined

  function learn(from: string, announcement: Led) {
    heardAt.set(from, performance.now())
    // Each ask wants an answer of its own: the leader may have gone after it answered the one before.
    if (from === service) {
      clearTimeout(unanswered)
      unanswered = undefined
    }
    update(from, announcement)
    for (const listener of listeners) listener()
  }

  /** A leader only advances, so what arrives late is ignored. Another one may begin earlier, in a restored database. */
  function update(from: string, position: Led) {
    const before = known.get(from)
    const isOfOne = before?.lead === position.lead && before?.stream === position.stream
    if (isOfOne && before.sequence > position.sequence) return
    known.set(from, position)
    for (const waiter of waiters) {
      if (waiter.service === from && waiter.isReached(position)) waiter.resolve(true)
    }
  }

  function hasReached(name: string, position: Position) {
    const current = known.get(name)
    return current !== undefined && covers(current, position)
  }

  const subject = bus.subject('positions')
  bus.connection.subscribe(subject, {
    callback: (error, message) => {
      if (error) return
      const { from, by, ...position } = message.json<Led & { from: string; by: string }>()
      // Our own announcements come back late, and must not undo later ones.
      if (by !== self) learn(from, position)
    },
  })

  const noteAbsence = () => {
    for (const listener of absences) listener()
  }

  /** Notes an absence unless a leader announces its position soon. */
  function expectAnswer() {
    if (announced) return
    unanswered ??= setTimeout(() => {
      unanswered = undefined
      noteAbsence()
    }, unansweredMs).unref()
  }

  // A broker that comes back may have lost the end of the stream, and sequences are used again.
  let backAt = Number.NEGATIVE_INFINITY
  const forgetAtChange = () =>
    bus.changed().addEventListener(
      'abort',
      () => {
        backAt = performance.now()
        known.clear()
        announced = undefined
        noteAbsence()
        // The leader announces its position again if its own connection lasted.
        ask(service)
        // The signal of the next change is there once this one was handled.
        queueMicrotask(forgetAtChange)
      },
      { once: true },
    )
  forgetAtChange()

  const forget = () => {
    known.delete(service)
    noteAbsence()
  }

  let lead = newId()
  let announced: Led | undefined
  const publish = () => {
    if (announced && bus.isConnected())
      bus.connection.publish(subject, JSON.stringify({ from: service, by: self, ...announced }))
  }
  const endedLead = bus.subject(`leads-ended.${service}`)
  bus.connection.subscribe(endedLead, {
    callback: (error) => {
      // The next leader may have begun before the one before it noticed its end.
      if (!error && !announced) forget()
    },
  })
  const wanted = (name: string) => bus.subject(`positions-wanted.${name}`)
  bus.connection.subscribe(wanted(service), {
    callback: (error) => {
      if (error) return
      publish()
      expectAnswer()
    },
  })
  const ask = (name: string) => bus.isConnected() && bus.connection.publish(wanted(name))

  /** Resolves with true once an announcement of a service is as wanted, with false after `timeoutMs`. */
  function announcedAs(name: string, isReached: Waiter['isReached'], timeoutMs: number): Promise<boolean> {
    const current = known.get(name)
    if (current && isReached(current)) return Promise.resolve(true)
    return new Promise((resolve) => {
      const finish = (isReached: boolean) => {
        clearTimeout(timer)
        waiters.delete(waiter)
        resolve(isReached)
      }
      const waiter: Waiter = { service: name, isReached, resolve: finish }
      const firstMs = Math.min(askAfterMs, timeoutMs)
      // The time for the answer counts from the question, however late that is.
      let timer = setTimeout(() => {
        ask(name)
        timer = setTimeout(finish, timeoutMs - firstMs, false)
      }, firstMs)
      waiters.add(waiter)
    })
  }

  return {
    announce(position) {
      announced = { ...position, lead }
      learn(service, announced)
      publish()
    },
    ended() {
      announced = undefined
      lead = newId()
      forget()
      if (bus.isConnected()) bus.connection.publish(endedLead)
    },
    known: (name) => known.get(name),
    hasReached,
    trouble(name) {
      const last = known.get(name)
      return last ? last.trouble : 'the projector is starting'
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reached: (name, position, timeoutMs) => announcedAs(name, (one) => covers(one, position), timeoutMs),
    async appliedIfAlive(name, position, timeoutMs) {
      const began = performance.now()
      const isApplied = (one: Announcement) => covers(one, position) && !lacksStatesOf(one, service)
      for (;;) {
        const from = performance.now()
        if (await announcedAs(name, isApplied, silentMs)) return true
        // A process that was stopped has to read first what others have announced meanwhile.
        await delay(askAfterMs)
        const now = performance.now()
        const wasStopped = now - from > silentMs + 3 * askAfterMs
        const isBack = now - backAt < backMs
        if (!wasStopped && !isBack && (heardAt.get(name) ?? 0) < from) return true
        if (now - began > timeoutMs) return false
      }
    },
    onAbsence: (listener) => void absences.push(listener),
  }
}

/** True if a service may lack some of the states of an owner up to its position. Older versions do not say of whom. */
const lacksStatesOf = ({ trouble, lacks }: Announcement, owner: string) =>
  lacks === undefined ? trouble !== undefined : lacks.includes(owner)
