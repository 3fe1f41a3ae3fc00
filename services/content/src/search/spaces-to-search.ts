import type { RowBeside } from '@quire/access'
import { type IndexedState, indexVersion, isParked } from '@quire/search'
import { type Expression, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { PageTreeRoot } from './live-spaces.ts'

/** A space whose index is not at its live revision. */
export interface SpaceBehind {
  id: string
  organization: string
  store: string
  language: string | null
  /** The live revision. */
  revision: string
  state: IndexedState | null
  attempts: number
}

interface SearchableSpaces {
  /** The version of the organization's index. */
  version: string
  readable: string[]
  behind: SpaceBehind[]
}

/** SQL for the state of the index of a space that has this alias in a statement. */
function indexingOf(alias: string) {
  const of = (column: string) => raw.ref(`${alias}.${column}`)
  return {
    indexed: raw`left join search_space on search_space.space_id = ${of('id')}
      and search_space.organization_id = ${of('organization_id')}`,
    isBehind: raw<boolean>`(search_space.revision is distinct from ${of('revision')} or search_space.target is not null)`,
    behind: raw`jsonb_build_object(
      'id', ${of('id')}, 'organization', ${of('organization_id')}, 'store', ${of('store')},
      'language', ${of('language')}, 'revision', ${of('revision')}, 'attempts', coalesce(search_space.attempts, 0),
      'state', case when search_space.space_id is not null then jsonb_build_object(
        'revision', search_space.revision, 'target', search_space.target, 'afterPage', search_space.after_page) end)`,
  }
}

const asked = indexingOf('asked')
const { indexed, isBehind, behind } = indexingOf('s')

/** Columns for a search in one space, read by the statement that decides access to the space. */
export const searchedSpace: RowBeside<{ version: string; behind: SpaceBehind | null } & PageTreeRoot> = {
  columns: raw`
    ${indexVersion(raw`search_index.version`)} as version,
    case when ${asked.isBehind} then ${asked.behind} end as behind, live.store, live.pages`,
  joins: raw`
    join revision live on live.id = asked.revision
    left join search_index on search_index.organization_id = asked.organization_id ${asked.indexed}`,
}

/**
 * Reads the spaces to search in one organization; `spaceIds` is a subquery. As an array the ids are found once; as a
 * subquery they would be found for each space while the planner has no statistics of the table.
 */
export async function readSearchableSpaces(
  sql: Sql,
  organization: string,
  spaceIds: Expression<unknown>,
): Promise<SearchableSpaces> {
  const { rows } = await raw<SearchableSpaces>`
    select ${indexVersion(raw`(select version from search_index where organization_id = ${organization})`)} as version,
      coalesce(array_agg(s.id), '{}') as readable,
      coalesce(jsonb_agg(${behind}) filter (where ${isBehind}), '[]') as behind
    from space s ${indexed}
    where s.organization_id = ${organization} and s.deleted_at is null and s.id = any(array${spaceIds})`.execute(sql)
  return rows[0] ?? { version: '', readable: [], behind: [] }
}

/**
 * Finds at most `max` spaces that are behind and not waiting after a failure, those that changed last first. Accounts that
 * made organizations take turns, those of one address together.
 * `changedWithin` limits the search to spaces that changed in the last seconds: checking all takes long if there are
 * many.
 */
export async function spacesBehind(sql: Sql, max: number, changedWithin?: number): Promise<SpaceBehind[]> {
  const recent =
    changedWithin === undefined ? raw`true` : raw`s.updated_at > now() - make_interval(secs => ${changedWithin})`
  const { rows } = await raw<{ behind: SpaceBehind }>`
    select ${behind} as behind from space s ${indexed}
    left join organization made on made.id = s.organization_id
    where s.deleted_at is null and ${recent} and ${isBehind}
      and (search_space.try_at is null or search_space.try_at <= now())
    order by row_number() over (partition by ${holder} order by s.updated_at desc), s.updated_at desc
    limit ${max}`.execute(sql)
  return rows.map((row) => row.behind)
}

/** The account for which the indexing of a space counts, or what groups it with others (docs/adr/0029). */
const holder = raw`coalesce(made.state ->> 'origin', made.state ->> 'madeBy', s.organization_id)`

/** Counts the spaces that are behind: those that wait, and those that are parked until they change. */
export async function countBehind(sql: Sql): Promise<{ waiting: number; parked: number }> {
  const { rows } = await raw<{ waiting: number; parked: number }>`
    select count(*) filter (where not ${isParked})::int as waiting, count(*) filter (where ${isParked})::int as parked
    from space s ${indexed} where s.deleted_at is null and ${isBehind}`.execute(sql)
  return rows[0] ?? { waiting: 0, parked: 0 }
}
