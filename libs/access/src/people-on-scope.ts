import type { RoleName } from '@quire/contracts'
import { countedUpTo } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type AskedScope, askedScope, chainFrom } from './chain.ts'
import type { DecidingRule } from './deciding-rules.ts'
import { levelOf } from './levels.ts'
import { deciders, people } from './people-on-scope-branches.ts'

/** Selects everybody with a level on the scope, or only people with the level `role`. */
interface PeopleFilter {
  scope: AskedScope
  role?: RoleName | undefined
}

export interface PeoplePage extends PeopleFilter {
  /** Id of the last membership of the previous page. */
  after?: string | undefined
  limit: number
}

/** A member who can see a space or collection, and the rule that decides. */
export interface PersonOnScope extends DecidingRule {
  /** Id of the membership; the list is ordered by it, oldest first. */
  id: string
  userId: string
  level: RoleName
}

/**
 * Returns a page of the people who can see a space or collection, with the level that `effectiveLevel` gives each of
 * them and its source. The cost depends on the page alone, however many members the organization has and however few
 * have access.
 */
export async function peopleOnScope(db: QueryExecutorProvider, page: PeoplePage): Promise<PersonOnScope[]> {
  const { rows } = await peoplePage(page).execute(db)
  return rows
}

/** The query of `peopleOnScope`. */
export function peoplePage({ scope, role, after, limit }: PeoplePage): RawBuilder<PersonOnScope> {
  return sql`
    with recursive ${chainFrom(askedScope(scope))}, ${deciders}
    select id, user_id as "userId", ${levelOf(sql`strength`)} as level, source, scope_id as "scopeId", team_id as "teamId"
    from (${people({ role, after, limit })}) person
    order by id limit ${limit}`
}

/** Counts the people; undefined beyond the counting limit (docs/interface.md#lists). */
export async function countPeopleOnScope(db: QueryExecutorProvider, filter: PeopleFilter): Promise<number | undefined> {
  const { rows } = await countQuery(filter).execute(db)
  const count = rows[0]?.count ?? 0
  return count > countedUpTo ? undefined : count
}

/** The query of `countPeopleOnScope`. */
function countQuery({ scope, role }: PeopleFilter): RawBuilder<{ count: number }> {
  const limit = countedUpTo + 1
  return sql`
    with recursive ${chainFrom(askedScope(scope))}, ${deciders}
    select count(*)::int as count from (select from (${people({ role, limit })}) person limit ${limit}) counted`
}
