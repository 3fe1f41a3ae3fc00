import type { RowBeside } from '@quire/access'
import { type IndexedState, isParked } from '@quire/search'
import { type Expression, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { LivePages } from './live-pages.ts'

/** A space whose index is not at its live revision. */
export interface SpaceBehind {
  id: string
  organization: string
  store: string
  language: string | null
  /** The live one. */
  revision: string
  state: IndexedState | null
  attempts: number
}

interface Searchable {
  /** The version of the organization's index. */
  version: number
  readable: string[]
  behind: SpaceBehind[]
}

/** What is said of a space by the alias that it has in a statement. */
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

/** What a search in one space goes by, in the statement that decides access to it. */
export const searchedSpace: RowBeside<{ version: number; behind: SpaceBehind | null } & LivePages> = {
  columns: raw`
    coalesce(search_index.version, 0)::float8 as version,
    case when ${asked.isBehind} then ${asked.behind} end as behind, live.store, live.pages`,
  joins: raw`
    join revision live on live.id = asked.revision
    left join search_index on search_index.organization_id = asked.organization_id ${asked.indexed}`,
}

/**
 * The same for these spaces of one organization, a subquery of their ids, but for their pages. As an array they are found
 * once; as a subquery they would be found for each space while the planner knows little of the table.
 */
export async function readSearchable(
  sql: Sql,
  organization: string,
  spaceIds: Expression<unknown>,
): Promise<Searchable> {
  const { rows } = await raw<Searchable>`
    select coalesce((select version from search_index where organization_id = ${organization}), 0)::float8 as version,
      coalesce(array_agg(s.id), '{}') as readable,
      coalesce(jsonb_agg(${behind}) filter (where ${isBehind}), '[]') as behind
    from space s ${indexed}
    where s.organization_id = ${organization} and s.deleted_at is null and s.id = any(array${spaceIds})`.execute(sql)
  return rows[0] ?? { version: 0, readable: [], behind: [] }
}

/**
 * Some spaces that are behind and not waiting after a failure, those that changed last at first. `changedWithin` seconds
 * leaves the others out: to look at all of them takes a while where there are many.
 */
export async function spacesBehind(sql: Sql, most: number, changedWithin?: number): Promise<SpaceBehind[]> {
  const recent =
    changedWithin === undefined ? raw`true` : raw`s.updated_at > now() - make_interval(secs => ${changedWithin})`
  const { rows } = await raw<{ behind: SpaceBehind }>`
    select ${behind} as behind from space s ${indexed}
    where s.deleted_at is null and ${recent} and ${isBehind}
      and (search_space.try_at is null or search_space.try_at <= now())
    order by s.updated_at desc limit ${most}`.execute(sql)
  return rows.map((row) => row.behind)
}

/** How many spaces are behind, and how many of them were given up until they change. */
export async function countBehind(sql: Sql): Promise<{ waiting: number; parked: number }> {
  const { rows } = await raw<{ waiting: number; parked: number }>`
    select count(*) filter (where not ${isParked})::int as waiting, count(*) filter (where ${isParked})::int as parked
    from space s ${indexed} where s.deleted_at is null and ${isBehind}`.execute(sql)
  return rows[0] ?? { waiting: 0, parked: 0 }
}
