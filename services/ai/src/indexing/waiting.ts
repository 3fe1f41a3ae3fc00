import { isParked } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { Reader } from '../readers/readers.ts'

/** A space that is failing holds answers up for its first failures only. */
const failuresAwaited = 3
/** A space that takes longer is large or hard to read: answers come from what is indexed of it. */
const awaitedFor = '10 seconds'

/** A space whose answers wait, and the version of its state that must be in the index. */
interface AwaitedSpace {
  spaceId: string
  version: string
}

/**
 * The spaces that a reader may read and with which the index is behind. Spaces that they may not see hold nobody up.
 * Nor does a space that keeps failing, is parked or takes long: answers come from what was indexed of it last.
 */
export async function awaitedBy(sql: Sql, reader: Reader): Promise<AwaitedSpace[]> {
  const behind = await lagging(sql)
    .select(['space_id as spaceId', 'wanted_version as version'])
    .where('organization_id', '=', reader.organizationId)
    .execute()
  if (behind.length === 0) return []
  const ids = behind.map(({ spaceId }) => spaceId)
  const { rows } = await raw<{ id: string }>`select id from ${reader.spaces(ids)} readable`.execute(sql)
  const readable = new Set(rows.map(({ id }) => id))
  return behind.filter(({ spaceId }) => readable.has(spaceId))
}

/** True when all awaited spaces are indexed in that state or a later one, or are given up for now. */
export async function isCaughtUp(sql: Sql, awaited: AwaitedSpace[]): Promise<boolean> {
  const ids = awaited.map(({ spaceId }) => spaceId)
  const versions = awaited.map(({ version }) => version)
  const open = await lagging(sql)
    .select('search_space.space_id')
    .innerJoin(
      raw<{ id: string; version: string }>`unnest(${ids}::text[], ${versions}::bigint[])`.as<'awaited'>(
        raw`awaited(id, version)`,
      ),
      'awaited.id',
      'search_space.space_id',
    )
    .whereRef('indexed_version', '<', 'awaited.version')
    .limit(1)
    .execute()
  return open.length === 0
}

const lagging = (sql: Sql) =>
  sql
    .selectFrom('search_space')
    .where('pending', '=', true)
    .where(isParked, '=', false)
    .where('wanted', 'is not', null)
    .where('attempts', '<', failuresAwaited)
    .where('wanted_at', '>', raw<Date>`now() - interval '${raw.raw(awaitedFor)}'`)
