import { atLeast } from '@quire/access'
import type { changeRequestOperations } from '@quire/contracts'
import { anyOf, countedUpTo, countOf, type Input, keysBefore, keysetPage, listOfTexts } from '@quire/kit'
import { sql as raw, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../database.ts'
import type { EditingContext } from '../context.ts'
import { presentChangeRequests } from './change-requests.present.ts'
import type { ChangeRequestFilter } from './visible-change-request-ids.ts'
import { countVisible, visiblePage } from './visible-change-requests.ts'

/** Lists the change requests of one space, newest first. */
export async function listOfSpace(
  context: EditingContext & Input<typeof changeRequestOperations.listChangeRequestsForSpace>,
) {
  const { sql, page, query } = context
  const filtered = inSpace(context)
  const rows = await keysetPage(filtered.select('id'), page, ['id'], 'desc').execute()
  const isCounted = query.creator === undefined && query.contributor === undefined
  return pageOf(
    context,
    idsOf(rows),
    async () => (isCounted ? await counter(context) : undefined) ?? countOf(sql, filtered),
  )
}

function inSpace({
  sql,
  params,
  query,
  access,
}: EditingContext & Input<typeof changeRequestOperations.listChangeRequestsForSpace>) {
  const { status, creator, contributor } = query
  const listed: SelectQueryBuilder<Tables, 'change_request', unknown> = sql
    .selectFrom('change_request')
    .where('space_id', '=', params.spaceId)
    .where('status', '=', status)
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
