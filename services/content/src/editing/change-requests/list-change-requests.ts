import { atLeast, memberScopes } from '@quire/access'
import type { changeRequestOperations } from '@quire/contracts'
import { anyOf, countedUpTo, countOf, type Input, keysBefore, keysetPage, listOfTexts } from '@quire/kit'
import type { RawBuilder } from 'kysely'
import { sql as raw, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Sql, Tables } from '../../database.ts'
import type { EditingContext } from '../context.ts'
import { presentChangeRequests } from './change-requests.present.ts'
import type { ChangeRequestCut, ChangeRequestFilter, ChangeRequestQuery } from './visible-change-request-ids.ts'
import { isAsked, isOfPerson, matching, visible, visibleIds } from './visible-change-request-ids.ts'

interface VisiblePage extends ChangeRequestQuery {
  after?: string | undefined
  limit: number
  /** Number of newest change requests to scan. A member who sees one in twenty finds a page of 50 among a thousand. */
  scanned?: number
}

/** Lists the change requests of one space, newest first. */
export async function listOfSpace(
  context: EditingContext & Input<typeof changeRequestOperations.listChangeRequestsForSpace>,
) {
  const { sql, page, query } = context
  const filtered = inSpace(context)
  const rows = await keysetPage(filtered.select('id'), page, ['id'], 'desc').execute()
  return pageOf(
    context,
    idsOf(rows),
    async () => (isOfPerson(query) ? undefined : await counter(context)) ?? countOf(sql, filtered),
  )
}

function inSpace({
  sql,
  params,
  query,
  access,
}: EditingContext & Input<typeof changeRequestOperations.listChangeRequestsForSpace>) {
  const { status, creator, contributor, reviewer } = query
  const listed: SelectQueryBuilder<Tables & { c: Tables['change_request'] }, 'c', unknown> = sql
    .selectFrom('change_request as c')
    .where('space_id', '=', params.spaceId)
    .where('status', '=', status)
    .$if(reviewer !== undefined, (select) => select.where(isAsked(reviewer ?? '')))
  const created = creator === undefined ? listed : listed.where('created_by', '=', creator)
  if (contributor === undefined) return created
  // Hides the participants of the discussion from callers who may not see it.
  const visibleActions = atLeast(access.level, 'comment') ? raw`` : raw`and action_type = 'edit'`
  return created.where(
    raw<SqlBool>`id in (
      select change_request_id from change_request_contributor
      where user_id = ${contributor} and space_id = ${params.spaceId} ${visibleActions})`,
  )
}

/** Returns the count from the space's counters; undefined for a status without a counter. */
async function counter({
  sql,
  params,
  query,
}: EditingContext & { params: { spaceId: string }; query: ChangeRequestFilter }) {
  const space = await sql
    .selectFrom('space')
    .select(['change_requests_open as open', 'change_requests_draft as draft'])
    .where('id', '=', params.spaceId)
    .executeTakeFirstOrThrow()
  return { ...space, archived: undefined, merged: undefined }[query.status]
}

/** Lists the change requests of all spaces of the organization that the caller may read, newest first. */
export async function listOfOrganization(
  context: EditingContext & Input<typeof changeRequestOperations.listChangeRequestsForOrganization>,
) {
  const { sql, access, page, query } = context
  const [after] = keysBefore(page) ?? []
  const filter = { member: access.member, ...query }
  const rows = await visiblePage(sql, { ...filter, after, limit: page.limit + 1 })
  return pageOf(context, idsOf(rows), () => countVisible(sql, filter, countedUpTo))
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** Returns the page that begins with these ids, newest first. Reads descriptions only of the change requests on it. */
async function pageOf(context: EditingContext, ids: string[], count: () => Promise<number | undefined>) {
  const { sql, page, cursors } = context
  const found = (some: string[]) => sql.selectFrom('change_request').where('id', '=', anyOf(some))
  const rows = await found(ids)
    .select(['id', raw<number>`coalesce(octet_length(description), 0)`.as('bytes')])
    .orderBy('id', 'desc')
    .execute()
  const presentAll = async (onPage: string[]) =>
    presentChangeRequests(context, await found(onPage).selectAll().execute())
  return listOfTexts({ page, cursors, rows, presentAll, count })
}

/**
 * Returns the ids of one page of the change requests in spaces that the member may read, newest first, in one query.
 * The cost depends neither on the number of hidden change requests nor on the position of the page. With a creator, a
 * contributor or a reviewer, it grows with what that person has made, taken part in, or been asked for.
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
async function countVisible(sql: Sql, query: ChangeRequestQuery, upTo: number): Promise<number | undefined> {
  const tail = raw`limit ${upTo + 1}`
  const { rows } = await raw<{ count: number }>`
    with recursive ${memberScopes(query.member)}
    select count(*)::int as count from (select from (${visibleIds(query, { after: raw``, tail, fence: raw`` })}) visible ${tail}) counted
  `.execute(sql)
  const count = rows[0]?.count ?? 0
  return count > upTo ? undefined : count
}
