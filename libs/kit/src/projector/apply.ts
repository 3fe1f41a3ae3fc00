import type { EventEnvelope } from '@quire/contracts'
import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import { collector, type OutboxRow, writeOutbox } from '../outbox/emit.ts'
import {
  type ResyncMark,
  ResyncMark as ResyncMarkSchema,
  type ResyncState,
  resyncBegunType,
  resyncEndedType,
} from './control.ts'
import type { Projection, ProjectionContext } from './projection.ts'
import { type UnreadEvent, wantAgain } from './unread.ts'

interface Change {
  projection: Projection
  key: string
  version: number
  removed: boolean
  state: unknown
  resync: string | null
}

export type Projections = ReadonlyMap<string, Projection>

/** Event type to projection, both kinds of event of each noun. */
export function projectionsByType(projections: Projection[]): Projections {
  return new Map(
    projections.flatMap((one) => [
      [one.noun.saved.type, one],
      [one.noun.removed.type, one],
    ]),
  )
}

/** What is left to do once a batch has committed: publish events, wake workers, tell what was passed over. */
interface FollowUp {
  rows: OutboxRow[]
  hooks: (() => void)[]
  unread: UnreadEvent[]
}

/**
 * Applies envelopes inside the transaction `sql` and returns what they emitted. Only what is newer
 * than the ledger reaches a projection, so duplicates, late and replayed events change nothing.
 * An event about access that cannot be read is passed over, and noted in `resync`.
 */
export async function applyEnvelopes(
  sql: Kysely<KitTables>,
  projections: Projections,
  envelopes: EventEnvelope[],
  resync: ResyncState,
): Promise<FollowUp> {
  const { rows, emit } = collector()
  const hooks: (() => void)[] = []
  const unread: UnreadEvent[] = []
  const afterCommit = (work: () => void) => void hooks.push(work)
  const context = { sql, emit, afterCommit } as unknown as ProjectionContext<never>
  for (const run of runs(envelopes)) {
    if (run.mark) await applyMark(sql, projections, context, run.mark, resync)
    else await applyChanges(sql, context, newestChanges(projections, run.envelopes, resync, unread))
  }
  await writeOutbox(sql, rows)
  return { rows, hooks, unread }
}

type Run = { mark?: { type: string; data: ResyncMark }; envelopes: EventEnvelope[] }

/** Marks divide a batch: what lies before and after one must not be folded together. */
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
  unread: UnreadEvent[],
): Change[] {
  const newest = new Map<string, Change>()
  for (const envelope of envelopes) {
    const projection = projections.get(envelope.type)
    if (!projection) continue
    const { noun } = projection
    const id = `${noun.name} ${envelope.key}`
    const known = newest.get(id)
    const run = envelope.resync ?? resync.active[noun.owner] ?? null
    if (known && known.version >= envelope.version) {
      known.resync = run ?? known.resync
      continue
    }
    const removed = envelope.type === noun.removed.type
    const { data, error } = (removed ? noun.removed : noun.saved).data.safeParse(envelope.data)
    if (error && !noun.access) throw error
    if (error) {
      unread.push({ envelope, error })
      wantAgain(resync, noun.owner, envelope)
      continue
    }
    newest.set(id, { projection, key: envelope.key, version: envelope.version, removed, state: data, resync: run })
  }
  return [...newest.values()]
}

async function applyChanges(sql: Kysely<KitTables>, context: ProjectionContext<never>, changes: Change[]) {
  if (changes.length === 0) return
  const newer = await advanceLedger(sql, changes)
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

/**
 * Records versions in one statement and returns the changes that were news. A resync may repeat the very version
 * that an earlier one dropped: its owner has it, so it comes back. A tombstone's version is above its states'.
 */
async function advanceLedger(sql: Kysely<KitTables>, changes: Change[]): Promise<Change[]> {
  const values = changes.map(
    (one) =>
      raw`(${one.projection.noun.name}, ${one.key}, ${one.version}::bigint, ${one.removed}::boolean, ${one.resync})`,
  )
  const { rows } = await raw<{ noun: string; key: string; newer: boolean }>`
    insert into projected (noun, key, version, removed, resync) values ${raw.join(values)}
    on conflict (noun, key) do update set
      version = greatest(projected.version, excluded.version),
      removed = case
        when excluded.version > projected.version then excluded.removed
        when excluded.version = projected.version and excluded.resync is not null then excluded.removed
        else projected.removed
      end,
      resync = coalesce(excluded.resync, projected.resync)
    returning new.noun, new.key,
      (old.version is null or new.version > old.version or (old.removed and not new.removed)) as newer`.execute(sql)
  const news = new Set(rows.filter((row) => row.newer).map((row) => `${row.noun} ${row.key}`))
  return changes.filter((one) => news.has(`${one.projection.noun.name} ${one.key}`))
}

async function applyMark(
  sql: Kysely<KitTables>,
  projections: Projections,
  context: ProjectionContext<never>,
  mark: { type: string; data: ResyncMark },
  resync: ResyncState,
) {
  const { owner, run } = mark.data
  if (mark.type === resyncBegunType) {
    resync.active[owner] = run
    return
  }
  if (resync.active[owner] !== run) return
  for (const projection of new Set(projections.values())) {
    if (projection.noun.owner === owner) await dropUntouched(sql, projection, context, run)
  }
  delete resync.active[owner]
  // Any repetition that was seen whole will do, even one that another service asked for.
  delete resync.wanted[owner]
  delete resync.unread[owner]
}

/** What the owner did not name between its marks is no longer there. */
async function dropUntouched(
  sql: Kysely<KitTables>,
  projection: Projection,
  context: ProjectionContext<never>,
  run: string,
) {
  const gone = await sql
    .updateTable('projected')
    .set({ removed: true })
    .where('noun', '=', projection.noun.name)
    .where('removed', '=', false)
    .where((where) => where.or([where('resync', 'is', null), where('resync', '!=', run)]))
    .returning('key')
    .execute()
  if (gone.length > 0)
    await projection.remove(
      context,
      gone.map((row) => row.key),
    )
}
