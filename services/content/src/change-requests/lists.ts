import { atLeast } from '@quire/access'
import type { changeRequestOperations } from '@quire/contracts'
import { anyOf, countedUpTo, countOf, type Input, keysBefore, keysetPage, listOfTexts } from '@quire/kit'
import { sql as raw, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import { showChangeRequests } from './change-requests.present.ts'
import { countVisible, visiblePage } from './organization.ts'
import type { ChangeRequestFilter } from './organization-branches.ts'

/** The change requests of one space, newest first. */
export async function listOfSpace(
  context: ContentContext & Input<typeof changeRequestOperations.listChangeRequestsForSpace>,
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
}: ContentContext & Input<typeof changeRequestOperations.listChangeRequestsForSpace>) {
  const { status, creator, contributor } = query
  const listed: SelectQueryBuilder<Tables, 'change_request', unknown> = sql
    .selectFrom('change_request')
    .where('space_id', '=', params.spaceId)
    .where('status', '=', status)
  const created = creator === undefined ? listed : listed.where('created_by', '=', creator)
  if (contributor === undefined) return created
  // A caller who may not see the discussion does not learn who takes part in it either.
  const seen = atLeast(access.level, 'comment') ? raw`` : raw`and action_type = 'edit'`
  return created.where(
    raw<SqlBool>`id in (
      select change_request_id from change_request_contributor
      where user_id = ${contributor} and space_id = ${params.spaceId} ${seen})`,
  )
}

/** The count that the space keeps anyway; undefined where it keeps none. */
async function counter({
  sql,
  params,
  query,
}: ContentContext & { params: { spaceId: string }; query: ChangeRequestFilter }) {
  const space = await sql
    .selectFrom('space')
    .select(['change_requests_open as open', 'change_requests_draft as draft'])
    .where('id', '=', params.spaceId)
    .executeTakeFirstOrThrow()
  return { ...space, archived: undefined, merged: undefined }[query.status]
}

/**
 * The change requests of all spaces of the organization that the caller may read, newest first.
 */
export async function listOfOrganization(
  context: ContentContext & Input<typeof changeRequestOperations.listChangeRequestsForOrganization>,
) {
  const { sql, access, page, query } = context
  const [after] = keysBefore(page) ?? []
  const asked = { member: access.member, ...query }
  const rows = await visiblePage(sql, { ...asked, after, limit: page.limit + 1 })
  return pageOf(context, idsOf(rows), () => countVisible(sql, asked, countedUpTo))
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** The page that begins with these ids, newest first; descriptions are read only of those that it shows. */
async function pageOf(context: ContentContext, ids: string[], count: () => Promise<number | undefined>) {
  const { sql, page, cursors } = context
  const found = (some: string[]) => sql.selectFrom('change_request').where('id', '=', anyOf(some))
  const rows = await found(ids)
    .select(['id', raw<number>`coalesce(octet_length(description), 0)`.as('bytes')])
    .orderBy('id', 'desc')
    .execute()
  const show = async (shown: string[]) => showChangeRequests(context, await found(shown).selectAll().execute())
  return listOfTexts({ page, cursors, rows, show, count })
}
