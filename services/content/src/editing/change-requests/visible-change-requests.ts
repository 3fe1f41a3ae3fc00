import { memberScopes } from '@quire/access'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import {
  type ChangeRequestCut,
  type ChangeRequestQuery,
  isOfPerson,
  matching,
  visible,
  visibleIds,
} from './visible-change-request-ids.ts'

interface VisiblePage extends ChangeRequestQuery {
  after?: string | undefined
  limit: number
  /** Number of newest change requests to scan. A member who sees one in twenty finds a page of 50 among a thousand. */
  scanned?: number
}

/**
 * Returns the ids of one page of the change requests in spaces that the member may read, newest first, in one query.
 * The cost depends neither on the number of hidden change requests nor on the position of the page. With a creator or
 * contributor, it grows with the activity of that person.
 */
export async function visiblePage(sql: Sql, page: VisiblePage): Promise<{ id: string }[]> {
  const { rows } = await pageQuery(page).execute(sql)
  return rows
}

/** Builds the query of `visiblePage`. */
function pageQuery({ after, limit, scanned = 1000, ...query }: VisiblePage): RawBuilder<{ id: string }> {
  const cut = {
    after: after === undefined ? raw`` : raw`and c.id < ${after}`,
    tail: raw`order by c.id desc limit ${limit}`,
    fence: raw`offset 0`,
  }
  return raw<{ id: string }>`
    with recursive ${memberScopes(query.member)},
    page as materialized (${isOfPerson(query) ? visibleIds(query, cut) : newestFirst(query, cut, { limit, scanned })})
    select id from page order by id desc`
}

/**
 * Combines two plans for the same page. Scanning the newest change requests of the organization is cheap for members
 * who see much; the subqueries are cheap for members who see little. The second plan runs only if the first did not
 * fill the page.
 */
function newestFirst(
  query: ChangeRequestQuery,
  cut: ChangeRequestCut,
  { limit, scanned }: { limit: number; scanned: number },
) {
  return raw`
    with newest as materialized (
      select c.id, c.space_id, c.default_scope, c.default_level
      from change_request c where ${matching(query, cut)} order by c.id desc limit ${raw.lit(scanned)}
    ),
    near as materialized (select c.id from newest c where ${visible(query.member, 'read')} ${cut.tail})
    select id from near
    union
    select id from (${visibleIds(query, cut)}) visible
    where (select count(*) from near) < ${limit} and (select count(*) from newest) = ${raw.lit(scanned)}
    order by id desc limit ${limit}`
}

/** Counts the visible change requests; undefined if there are more than `upTo`. */
export async function countVisible(sql: Sql, query: ChangeRequestQuery, upTo: number): Promise<number | undefined> {
  const tail = raw`limit ${upTo + 1}`
  const { rows } = await raw<{ count: number }>`
    with recursive ${memberScopes(query.member)}
    select count(*)::int as count from (select from (${visibleIds(query, { after: raw``, tail, fence: raw`` })}) visible ${tail}) counted
  `.execute(sql)
  const count = rows[0]?.count ?? 0
  return count > upTo ? undefined : count
}
