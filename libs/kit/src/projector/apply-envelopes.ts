import { type EventEnvelope, eventsVersionOf } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { collector, type OutboxRow, writeOutbox } from '../outbox/emit.ts'
import {
  type ResyncMark,
  ResyncMark as ResyncMarkSchema,
  type ResyncState,
  requireResync,
  resyncBegunType,
  resyncEndedType,
  type UnreadableEvent,
} from './control.ts'
import { advanceLedger, type Change, isNewer } from './ledger.ts'
import type { Projection, ProjectionContext } from './projection.ts'

export type Projections = ReadonlyMap<string, Projection>

/** Maps both event types of each noun to its projection. */
export function projectionsByType(projections: Projection[]): Projections {
  return new Map(
    projections.flatMap((one) => [
      [one.noun.saved.type, one],
      [one.noun.removed.type, one],
    ]),
  )
}

/** Work that remains once a batch has committed: publish events, wake workers, report skipped events. */
interface FollowUp {
  rows: OutboxRow[]
  hooks: (() => void)[]
  unreadable: UnreadableEvent[]
}

/**
 * Applies envelopes inside the transaction `sql` and returns the events that they emitted. Only states that are newer than
 * the ledger, or that a resync finds different, reach a projection, so duplicates, late and replayed events change nothing. An event about access that cannot
 * be parsed is skipped, and noted in `resync`.
 */
export async function applyEnvelopes(
  sql: Kysely<KitTables>,
  projections: Projections,
  envelopes: EventEnvelope[],
  resync: ResyncState,
): Promise<FollowUp> {
  const { rows, emit } = collector()
  const hooks: (() => void)[] = []
  const unreadable: UnreadableEvent[] = []
  const afterCommit = (work: () => void) => void hooks.push(work)
  const context = { sql, emit, afterCommit } as unknown as ProjectionContext<never>
  for (const run of runs(envelopes)) {
    if (run.mark) await applyMark(sql, projections, context, run.mark, resync)
    else await applyChanges(sql, context, newestChanges(projections, run.envelopes, resync, unreadable), resync)
  }
  await writeOutbox(sql, rows)
  return { rows, hooks, unreadable }
}

type Run = { mark?: { type: string; data: ResyncMark }; envelopes: EventEnvelope[] }

/** Splits a batch at its resync marks: events before and after a mark must not be merged. */
function runs(envelopes: EventEnvelope[]): Run[] {
  const result: Run[] = [{ envelopes: [] }]
  for (const envelope of envelopes) {
    if (envelope.type === resyncBegunType || envelope.type === resyncEndedType) {
      result.push(
        { mark: { type: envelope.type, data: ResyncMarkSchema.parse(envelope.data) }, envelopes: [] },
        { envelopes: [] },
      )
    } else result.at(-1)?.envelopes.push(envelope)
  }
  return result
}

function newestChanges(
  projections: Projections,
  envelopes: EventEnvelope[],
  resync: ResyncState,
  unreadable: UnreadableEvent[],
): Change[] {
  const newest = new Map<string, Change>()
  for (const envelope of envelopes) {
    const projection = projections.get(envelope.type)
    if (!projection) continue
    const { noun } = projection
    const id = `${noun.name} ${envelope.key}`
    const known = newest.get(id)
    const run = resync.active[noun.owner] ?? null
    // The states of a run that began before the active one may be older than what the active one has repeated.
    const isRepeated = run !== null && envelope.resync === run
    const { version, epoch = null } = envelope
    if (known && !isNewer({ version, epoch }, known)) {
      known.isRepeated ||= isRepeated
      continue
    }
    const removed = envelope.type === noun.removed.type
    const { data, error } = (removed ? noun.removed : noun.saved).data.safeParse(envelope.data)
    if (error && !noun.access) throw error
    if (error) {
      unreadable.push({ envelope, error })
      requireResync(resync, noun.owner, envelope)
      continue
    }
    const change = { projection, key: envelope.key, epoch, version, removed, state: data, run }
    newest.set(id, { ...change, isRepeated: isRepeated || known?.isRepeated === true })
  }
  return [...newest.values()]
}

async function applyChanges(
  sql: Kysely<KitTables>,
  context: ProjectionContext<never>,
  changes: Change[],
  { isAnew }: ResyncState,
) {
  if (changes.length === 0) return
  const newer = await advanceLedger(sql, changes, { isAnew })
  for (const [projection, group] of Map.groupBy(newer, (change) => change.projection)) {
    const saved = group.filter((change) => !change.removed)
    const removed = group.filter((change) => change.removed)
    if (saved.length > 0)
      await projection.save(
        context,
        saved.map((change) => change.state),
      )
    if (removed.length > 0)
      await projection.remove(
        context,
        removed.map((change) => change.key),
      )
  }
}

async function applyMark(
  sql: Kysely<KitTables>,
  projections: Projections,
  context: ProjectionContext<never>,
  mark: { type: string; data: ResyncMark },
  resync: ResyncState,
) {
  const { owner, run, schema = 0 } = mark.data
  if (mark.type === resyncBegunType) {
    resync.active[owner] = run
    return
  }
  if (resync.active[owner] !== run) return
  for (const projection of new Set(projections.values())) {
    if (projection.noun.owner === owner) await dropUntouched(sql, projection, context, run)
  }
  delete resync.active[owner]
  // States of an owner of an earlier version lack what a migration here has asked for.
  if (resync.isAnew && schema < eventsVersionOf(owner)) {
    if (resync.wanted[owner]) resync.wanted[owner] = newId()
    return
  }
  // Any complete resync will do, even one that another service requested.
  delete resync.wanted[owner]
  delete resync.unread[owner]
  if (Object.keys(resync.wanted).length === 0) resync.isAnew = false
}

/** Removes the states that the owner did not repeat between its marks: they no longer exist. */
async function dropUntouched(
  sql: Kysely<KitTables>,
  projection: Projection,
  context: ProjectionContext<never>,
  run: string,
) {
  const removed = await sql
    .updateTable('projected')
    .set({ removed: true })
    .where('noun', '=', projection.noun.name)
    .where('removed', '=', false)
    .where((where) => where.or([where('resync', 'is', null), where('resync', '!=', run)]))
    .returning('key')
    .execute()
  if (removed.length > 0)
    await projection.remove(
      context,
      removed.map((row) => row.key),
    )
}
