import { isParked } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { Reader } from '../readers/reader.ts'

/** Number of failures after which answers no longer wait for a space. */
const failuresAwaited = 3
/** Time after which answers no longer wait for a space: it is large or slow to read, and they use its indexed part. */
const awaitedFor = '10 seconds'

/** A space that answers wait for, and the version of its state that the index has to reach. */
interface AwaitedSpace {
  spaceId: string
  version: string
}

/**
 * Returns the spaces that a reader may read and with which the index is behind. Leaves out spaces that keep failing,
 * are parked or take long: answers come from their last indexed content. Spaces hidden from the reader delay no answer.
 */
export async function findAwaitedSpaces(sql: Sql, reader: Reader): Promise<AwaitedSpace[]> {
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

/** True if each awaited space is indexed in that state or a later one, or is no longer waited for. */
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
