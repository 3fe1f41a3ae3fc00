import { type RoleName, roles } from '@quire/contracts'
import { containing, countedUpTo } from '@quire/kit'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { levelOf, strength, strengthOf } from './levels.ts'

interface PeopleFilter {
  siteId: string
  organizationId: string
  /** Level on the site; `guest` selects people without a role in the organization. */
  role?: RoleName | 'guest' | undefined
  /** Part of a name or address. */
  search?: string | undefined
  team?: string | undefined
}

export interface SitePeoplePage extends PeopleFilter {
  /** Id of the last membership of the previous page. */
  after?: string | undefined
  limit: number
}

/** A member who may read a site. */
export interface PersonOnSite {
  /** Id of the membership; the list is ordered by it, oldest first. */
  id: string
  userId: string
  level: RoleName
  /** The space that admits a guest; null for members, whom their role in the organization admits. */
  spaceId: string | null
  lastSeenAt: string | null
}

/**
 * Returns a page of the people who may read a site, in one statement: members with a role, and guests who may read a
 * space on it. Needs a service with sites, and people in the table `person`.
 */
export async function peopleOnSite(db: QueryExecutorProvider, page: SitePeoplePage): Promise<PersonOnSite[]> {
  return (await sitePeoplePage(page).execute(db)).rows
}

/** The query of `peopleOnSite`. */
export const sitePeoplePage = (page: SitePeoplePage): RawBuilder<PersonOnSite> => sql`
  with recursive ${scopesOf(page)}
  select m.id, m.user_id as "userId", ${levelOf(sql`p.strength`)} as level,
    case when p.is_guest then (${readableSpace}) end as "spaceId", m.state->>'lastSeenAt' as "lastSeenAt"
  from (select * from (${people(page)}) one order by id limit ${page.limit}) p join member m on m.id = p.id
  order by m.id`

/** Counts the people; undefined beyond the counting limit (docs/interface.md#lists). */
export async function countPeopleOnSite(db: QueryExecutorProvider, filter: PeopleFilter): Promise<number | undefined> {
  const { rows } = await sitePeopleCount(filter).execute(db)
  const count = rows[0]?.count ?? 0
  return count > countedUpTo ? undefined : count
}

/** The query of `countPeopleOnSite`. */
export function sitePeopleCount(filter: PeopleFilter): RawBuilder<{ count: number }> {
  const limit = countedUpTo + 1
  return sql`
    with recursive ${scopesOf(filter)}
    select count(*)::int as count from (select from (${people({ ...filter, limit })}) p limit ${limit}) counted`
}

/**
 * Common table expressions for guests. A default level gives guests nothing and hides rules further out, so only grants
 * can admit them.
 * - `scope`: each space of the site, and the collections around it as far as a grant there counts
 * - `ruled`: the scopes with grants. Of the spaces in a collection without grants of their own one is enough: the same
 *   guests may read the others.
 */
const scopesOf = ({ siteId, organizationId }: PeopleFilter) => sql`
    scope (space_id, id, parent_id, default_level, depth) as (
      select s.id, s.id, s.collection_id, s.default_level, 0
      from site_space o join space s on s.id = o.space_id and s.organization_id = ${organizationId}
      where o.site_id = ${siteId} and s.deleted_at is null
      union all
      select scope.space_id, c.id, c.parent_id, c.default_level, scope.depth + 1
      from scope join collection c on c.id = scope.parent_id and c.organization_id = ${organizationId}
      where scope.default_level = 'inherit'
    ) cycle space_id, id set looped using path,
    granted as materialized (
      select id from (select distinct id from scope) scope_id
      where exists (select from access_grant g where g.scope_id = scope_id.id)
    ),
    ruled as materialized (
      select scope.space_id, scope.id, scope.depth
      from scope join granted on granted.id = scope.id
      where scope.space_id in (
        select min(own.id) from scope own left join granted on granted.id = own.id
        where own.depth = 0 and (granted.id is not null or own.default_level = 'inherit')
        group by coalesce(granted.id, own.parent_id))
    )`

const people = (page: SitePeoplePage) => sql`(${withRole(page)}) union all (${guests(page)})`

/** Selects members with a role. Each role's members are read in the order of its index and limited separately. */
function withRole(page: SitePeoplePage) {
  const { organizationId, role } = page
  const wanted = role === undefined ? roles : role === 'guest' ? [] : [role]
  return sql`
    select held.id, held.user_id, ${strength(sql`given.role`)} as strength, false as is_guest
    from unnest(${wanted}::text[]) given (role) cross join lateral (
      select m.id, m.user_id from member m
      where m.organization_id = ${organizationId} and m.role = given.role and not m.disabled ${tail(page)}
    ) held`
}

/** Selects guests. Most have either grants or none; rules are compared only for guests whom a grant also denies access. */
function guests(page: SitePeoplePage) {
  const { organizationId, role } = page
  const mayMatch = role === undefined || role === 'read' || role === 'guest'
  return sql`
    select m.id, m.user_id, ${sql.lit(strengthOf('read'))}, true
    from member m
    where ${sql.lit(mayMatch)} and m.organization_id = ${organizationId} and m.role is null and not m.disabled
      and ${isNamed(sql`g.role <> 'none'`)} and (not ${isNamed(sql`g.role = 'none'`)} or exists (${readableSpace}))
      ${tail(page)}`
}

/** The condition that such a grant on a scope of the site names `m` or a team of `m`. The planner reads the grants once. */
const isNamed = (grant: RawBuilder<unknown>) => sql`(
  exists (select from access_grant g where g.subject_id = m.id and ${grant} and g.scope_id in (select id from granted))
  or exists (
    select from team_member tm join team t on t.id = tm.team_id join access_grant g on g.subject_id = t.id
    where tm.member_id = m.id and ${grant} and g.scope_id in (select id from granted)))`

/** The first space of the site that a guest `m` may read: the nearest grant decides. */
const readableSpace = sql`
  select space_id
  from (
    select distinct on (ruled.space_id) ruled.space_id, ${strength(sql`g.role`)} as strength
    from (
      select m.id, 0 as is_team
      union all
      select t.id, 1 from team_member tm join team t on t.id = tm.team_id where tm.member_id = m.id
    ) subject
    join access_grant g on g.subject_id = subject.id
    join ruled on ruled.id = g.scope_id
    order by ruled.space_id, ruled.depth, subject.is_team, strength desc
  ) nearest
  where strength > ${sql.lit(strengthOf('none'))}
  order by space_id limit 1`

function tail({ after, limit, search, team }: SitePeoplePage) {
  const text = search === undefined || search === '' ? undefined : containing(search)
  return sql`
    ${after === undefined ? sql`` : sql`and m.id > ${after}`}
    ${team === undefined ? sql`` : sql`and exists (select from team_member own where own.team_id = ${team} and own.member_id = m.id)`}
    ${text === undefined ? sql`` : sql`and exists (select from person where person.id = m.user_id and (${visibleName} ilike ${text} or email ilike ${text}))`}
    order by m.id limit ${limit}`
}

/** A person's name; null for people who were added without asking and have never signed in (docs/adr/0014). */
const visibleName = sql`case when coalesce((m.state->>'introduced')::boolean, true) then person.display_name end`
