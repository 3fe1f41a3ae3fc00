import { EventEmitter, once } from 'node:events'
import type { Kysely } from 'kysely'
import { type Bus, streamIdentity } from '../bus/bus.ts'
import type { Position } from '../bus/position.ts'
import { type Incarnation, noteAgreement, oweStates, raiseEpoch, readIncarnation } from '../db/incarnation.ts'
import type { KitTables } from '../db/tables.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { OutboxRow } from '../outbox/emit.ts'
import type { Publisher } from '../outbox/publisher.ts'
import { unavailable } from '../refusals.ts'
import { compareWithStream, forgetPlaces } from './compare-with-stream.ts'

const lookEveryMs = 5000
/** Limits the wait for the comparison, as that for other services is limited: a service that has just started is busy. */
const agreeWaitMs = 5000
/** The interval at which the place is noted up to which both agree; it keeps later comparisons short. */
const noteEveryMs = 300_000

interface WatchDeps {
  owner: string
  bus: Bus
  sql: () => Kysely<KitTables>
  publisher: Pick<Publisher, 'publish'>
  /** Begins to repeat the states of this owner. */
  repeat(run: string): void
  log: Logger
}

export interface IncarnationWatch extends Pick<Loop, 'stop'> {
  /**
   * Throws 503 while other services may have rows that this database has lost (docs/adr/0040): until the states are repeated,
   * rights among these rows are in force beside those that the database has.
   */
  requireAgreed(): Promise<void>
  /**
   * Returns a position by which the stream has all that this database knows. Throws 503 while it may lack something:
   * events that could not be published, or what the database lost the end of (docs/adr/0040).
   */
  toldBy(): Promise<Position>
}

/** More unpublished events than this are those of an outage, which the relay publishes. */
const maxUnpublished = 1000

const notTold = () =>
  unavailable('What the database has now, after a restart or an outage, is not known everywhere yet: try again.')

/**
 * Compares what this owner's database and the stream know of each other, at the start, whenever the bus comes back, and
 * after the epoch was raised. If the stream has an event that the outbox does not know, the database has lost its end: its
 * epoch is raised. If the stream lacks an event that the outbox has published, the stream has lost its own. In both cases
 * the owner repeats its states (docs/adr/0040).
 */
export function watchIncarnation({ owner, bus, sql, publisher, repeat, log }: WatchDeps): IncarnationWatch {
  let agreed: { epoch: string; changed: AbortSignal } | undefined
  let notedAt = Number.NEGATIVE_INFINITY
  const compared = new EventEmitter().setMaxListeners(0)
  const isAgreed = ({ epoch }: Incarnation) => agreed?.epoch === epoch && agreed.changed === bus.changed()

  /** Reads the incarnation; if it was not compared yet, waits for that. */
  async function comparedIncarnation(): Promise<Incarnation> {
    const incarnation = await readIncarnation(sql())
    if (isAgreed(incarnation)) return incarnation
    const looked = once(compared, 'agreed', { signal: AbortSignal.timeout(agreeWaitMs) })
    loop.wake()
    await looked.catch(() => undefined)
    return readIncarnation(sql())
  }

  async function compare(incarnation: Incarnation, signal: AbortSignal) {
    const changed = bus.changed()
    let { epoch } = incarnation
    const { databaseLost, streamLost } = await compareWithStream({ owner, bus, sql, signal }, incarnation)
    if (databaseLost) {
      log.warn('the stream has events that this database has lost: all states are repeated')
      epoch = await raiseEpoch(sql())
    } else if (streamLost.length > 0) {
      log.warn('the stream has lost events that this database has published: all states are repeated')
      await oweStates(sql())
    }
    await forgetPlaces(sql(), streamLost)
    const { id, last } = await streamIdentity(bus)
    // Otherwise the database is another one by now, and the next turn compares that.
    if (!(await noteAgreement(sql(), { stream: id, sequence: last, epoch }))) return
    agreed = { epoch, changed }
    notedAt = performance.now()
    compared.emit('agreed')
  }

  async function noteNowAndThen({ epoch }: Incarnation) {
    if (performance.now() - notedAt < noteEveryMs) return
    const { id, last } = await streamIdentity(bus)
    if (id === bus.streamId() && (await noteAgreement(sql(), { stream: id, sequence: last, epoch })))
      notedAt = performance.now()
  }

  const loop = startLoop({ name: 'incarnation', everyMs: lookEveryMs, log }, async (signal) => {
    if (!bus.isConnected()) return
    const incarnation = await readIncarnation(sql())
    if (isAgreed(incarnation)) await noteNowAndThen(incarnation)
    else await compare(incarnation, signal)
    const { owed } = await readIncarnation(sql())
    if (owed) repeat(owed)
  })
  async function requireAgreed() {
    const incarnation = await comparedIncarnation()
    if (incarnation.owed || !isAgreed(incarnation)) throw notTold()
  }

  return {
    stop: loop.stop,
    requireAgreed,
    async toldBy() {
      await requireAgreed()
      const rows = await unpublished(sql())
      if (rows.length > 0 && !(await publisher.publish(rows, rows.length))) throw notTold()
      const { id, last } = await streamIdentity(bus)
      return { stream: id, sequence: last }
    },
  }
}

/** Returns events that are committed and may not be in the stream yet. Throws 503 if they are many. */
async function unpublished(sql: Kysely<KitTables>): Promise<OutboxRow[]> {
  const rows = await sql
    .selectFrom('outbox')
    .select(['id', 'envelope', 'revokes'])
    .where('published_at', 'is', null)
    .orderBy('id')
    .limit(maxUnpublished)
    .execute()
  if (rows.length === maxUnpublished) throw notTold()
  return rows
}
