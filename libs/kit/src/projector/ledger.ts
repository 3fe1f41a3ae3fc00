import { type Kysely, sql as raw } from 'kysely'
import type { KitTables } from '../db/tables.ts'
import type { Projection } from './projection.ts'

/** The newest state or removal of one key in a batch. */
export interface Change {
  projection: Projection
  key: string
  /** The epoch of the owner's database; null if the owner does not know epochs. */
  epoch: number | null
  version: number
  removed: boolean
  state: unknown
  /** The run of the owner that is between its marks; null if there is none. */
  run: string | null
  /** True if that run repeats this state. */
  isRepeated: boolean
}

/**
 * True if `one` replaces `other`, a change of the same key: it is of a later epoch of the owner's database, or of a higher
 * version in the same epoch.
 */
export function isNewer(one: Pick<Change, 'epoch' | 'version'>, other: Pick<Change, 'epoch' | 'version'>): boolean {
  const [epoch, otherEpoch] = [one.epoch ?? other.epoch, other.epoch ?? one.epoch]
  if (epoch === otherEpoch) return one.version > other.version
  return (epoch ?? 0) > (otherEpoch ?? 0)
}

/**
 * Records versions in one statement and returns the changes that were newer. The first state of a run counts as newer
 * whatever its version, because the owner has it now: the ledger may hold versions that the owner's database has lost.
 * Unless `isAnew`, it is left out if the ledger has the very same. Whatever else arrived since the run began stays.
 */
export async function advanceLedger(
  sql: Kysely<KitTables>,
  changes: Change[],
  { isAnew }: { isAnew: boolean },
): Promise<Change[]> {
  const values = changes.map(
    (one) =>
      raw`(${one.projection.noun.name}, ${one.key}, ${one.epoch}::bigint, ${one.version}::bigint, ${one.removed}::boolean, ${one.run}, ${one.isRepeated}::boolean)`,
  )
  const { rows } = await raw<{ noun: string; key: string; newer: boolean }>`
    with given (noun, key, epoch, version, removed, run, repeated) as (values ${raw.join(values)}),
    known as (
      select noun, key, given.version, given.removed, run, repeated, projected.key is null as is_unknown,
        coalesce(given.epoch, projected.epoch, 0) as epoch,
        projected.epoch as known_epoch, projected.version as known_version, projected.removed as known_removed,
        projected.resync is distinct from run as is_first_of_run
      from given left join projected using (noun, key)
    ),
    judged as (
      select *, is_unknown or (epoch, version) > (known_epoch, known_version) or (
        repeated and is_first_of_run and
          (${isAnew}::boolean or (epoch, version, removed) <> (known_epoch, known_version, known_removed))
      ) as newer from known
    ),
    written as (
      insert into projected (noun, key, epoch, version, removed, resync)
      select noun, key, epoch, version, removed, run from judged where newer
      on conflict (noun, key) do update set
        epoch = excluded.epoch, version = excluded.version, removed = excluded.removed,
        resync = coalesce(excluded.resync, projected.resync)
    ),
    seen as (
      update projected set resync = run from judged
      where not newer and run is not null and (projected.noun, projected.key) = (judged.noun, judged.key)
    )
    select noun, key, newer from judged`.execute(sql)
  const newer = new Set(rows.filter((row) => row.newer).map((row) => `${row.noun} ${row.key}`))
  return changes.filter((one) => newer.has(`${one.projection.noun.name} ${one.key}`))
}
