import { type EventEnvelope, eventsVersionOf, type Noun } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import { readIncarnation, settleDebt } from '../db/incarnation.ts'
import type { KitTables } from '../db/tables.ts'
import { newId } from '../ids.ts'
import type { Logger } from '../log.ts'
import { outboxRow } from '../outbox/emit.ts'
import { publishRows } from '../outbox/publisher.ts'
import { resyncBegunType, resyncEndedType } from './control.ts'
import { claimRuns, releaseRuns, renewRuns, TakenOver } from './resync-claims.ts'

const pageSize = 500

/** Lists the present states of an owner's noun, ordered by an id of its choice. */
export interface Source {
  noun: Noun
  /** Returns at most `limit` states after `after` (undefined at first), and the start of the next page. */
  page(
    sql: Kysely<never>,
    after: string | undefined,
    limit: number,
  ): Promise<{ states: unknown[]; next: string | undefined }>
}

/** Declares the source of a noun's states; `page` selects in the order of the returned `after`. */
export function source<Tables>(
  noun: Noun | { name: string },
  page: (
    sql: Kysely<Tables>,
    after: string | undefined,
    limit: number,
  ) => Promise<{ states: unknown[]; next: string | undefined }>,
): Source {
  return { noun, page } as unknown as Source
}

/**
 * Requests the runs that this service waits for from their owners. An owner ignores a run that it is serving or has served.
 */
export function requestResyncs(bus: Bus, wanted: Record<string, string>): void {
  if (!bus.isConnected()) return
  for (const [owner, run] of Object.entries(wanted)) bus.connection.publish(bus.subject(`resync.${owner}`), run)
}

interface ServeDeps {
  owner: string
  bus: Bus
  sql: () => Kysely<KitTables>
  sources: Source[]
  log: Logger
}

/** Repeats the states of an owner. */
export interface ResyncServer {
  /** Repeats them for `run`, like a request of a consumer. */
  repeat(run: string): void
  stop(): Promise<void>
}

/**
 * Answers requests by repeating every present state between two resync marks, once for all runs that are requested at the
 * time. A claim in the database keeps other replicas from doing the same. The states are committed already, so they are
 * published directly; versions keep them from undoing a later change.
 */
export function serveResyncs(deps: ServeDeps): ResyncServer {
  const { owner, bus, log } = deps
  const server = newId()
  const requested = new Set<string>()
  let serving: Promise<void> | undefined

  async function serve() {
    while (requested.size > 0) {
      const runs = [...requested]
      requested.clear()
      await repeatFor(deps, server, runs).catch((failure) => {
        log.warn({ err: failure, runs }, 'resync broke off; it is asked for again')
      })
    }
    serving = undefined
  }

  function repeat(run: string) {
    requested.add(run)
    serving ??= serve()
  }

  const subscription = bus.connection.subscribe(bus.subject(`resync.${owner}`), {
    queue: owner,
    callback: (error, message) => {
      const run = message?.string()
      if (!error && run) repeat(run)
    },
  })
  return {
    repeat,
    async stop() {
      subscription.unsubscribe()
      requested.clear()
      await serving
    },
  }
}

/**
 * Repeats all states once for every run. The marks name the first run; a service that has seen both has a complete copy.
 */
async function repeatFor({ owner, bus, sql, sources }: ServeDeps, server: string, runs: string[]): Promise<void> {
  const claimed = await claimRuns(sql(), server, runs)
  const [run] = claimed
  if (run === undefined) return
  const renew = (ended: boolean) => renewRuns(sql(), server, claimed, { ended })
  try {
    const mark = { owner, run, schema: eventsVersionOf(owner) }
    await publishControlMessage(bus, resyncBegunType, mark)
    for (const one of sources) await repeatSource(bus, sql(), one, run, () => renew(false))
    await publishControlMessage(bus, resyncEndedType, mark)
    await renew(true)
    await settleDebt(sql(), runs)
  } catch (error) {
    if (!(error instanceof TakenOver)) await releaseRuns(sql(), server, claimed)
    throw error
  }
}

async function repeatSource(
  bus: Bus,
  sql: Kysely<KitTables>,
  { noun, page }: Source,
  run: string,
  renew: () => Promise<void>,
) {
  let after: string | undefined
  do {
    // Read before the states: should the epoch be raised meanwhile, another repetition is owed.
    const epoch = Number((await readIncarnation(sql)).epoch)
    const { states, next } = await page(sql as never, after, pageSize)
    // Each page waits for its acknowledgements, so a large owner does not flood the broker.
    const { failure } = await publishRows(
      bus,
      states.map((state) => outboxRow(noun.saved, state as never, { resync: run, epoch })),
    )
    if (failure !== undefined) throw failure
    await renew()
    after = next
  } while (after !== undefined)
}

/** Publishes a control message, which is about the stream itself; resolves with its sequence. */
export async function publishControlMessage(bus: Bus, type: string, data: unknown): Promise<number> {
  const envelope: EventEnvelope = { id: newId(), type, key: type, version: 0, at: new Date().toISOString(), data }
  const { seq } = await bus.jetstream.publish(bus.eventSubject(type), JSON.stringify(envelope), { msgID: envelope.id })
  return seq
}
