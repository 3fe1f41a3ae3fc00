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

/** The spaces that a reader may read and with which the index is behind. */
interface SpacesBehind {
  awaited: AwaitedSpace[]
  /** The number of spaces that keep failing, are parked or take long: answers come from their last indexed content. */
  left: number
}

/** Returns the spaces that a reader may read and with which the index is behind: hidden spaces delay no answer. */
export async function findSpacesBehind(sql: Sql, reader: Reader): Promise<SpacesBehind> {
  const behind = await pending(sql)
    .select(['space_id as spaceId', 'wanted_version as version', isAwaited.as('isAwaited')])
    .where('organization_id', '=', reader.organizationId)
    .execute()
  if (behind.length === 0) return { awaited: [], left: 0 }
  const ids = behind.map(({ spaceId }) => spaceId)
  const { rows } = await raw<{ id: string }>`select id from ${reader.spaces(ids)} readable`.execute(sql)
  const readable = new Set(rows.map(({ id }) => id))
  const found = behind.filter(({ spaceId }) => readable.has(spaceId))
  const awaited = found.filter((space) => space.isAwaited)
  return { awaited, left: found.length - awaited.length }
}

/** True if each awaited space is indexed in that state or a later one, or is no longer waited for. */
export async function isCaughtUp(sql: Sql, awaited: AwaitedSpace[]): Promise<boolean> {
  const ids = awaited.map(({ spaceId }) => spaceId)
  const versions = awaited.map(({ version }) => version)
  const open = await pending(sql)
    .where(isAwaited)
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

const pending = (sql: Sql) => sql.selectFrom('search_space').where('pending', '=', true).where('wanted', 'is not', null)

const isAwaited = raw<boolean>`(not ${isParked} and attempts < ${raw.lit(failuresAwaited)}
  and wanted_at > now() - interval '${raw.raw(awaitedFor)}')`
