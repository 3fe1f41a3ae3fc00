import { collectionOperations, contentAddressOperations, pageOperations, spaceOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { showChangeRequest } from '../change-requests/change-requests.present.ts'
import { findChangeRequest } from '../change-requests/change-requests.rules.ts'
import { type ContentContext, implement } from '../context.ts'
import { openLive, openRevision, placedPage } from '../pages/history.ts'
import { showPage } from '../pages/showing.ts'
import { pageByPath } from '../revisions/reader.ts'
import { showSpace } from '../spaces/spaces.present.ts'
import { presentCollection } from '../structure/collections.present.ts'
import { type NamedPlace, placeAt } from './places.ts'

const nothing = () => notFound('What this address leads to')

export const contentAddressRoutes = implement(contentAddressOperations, {
  /** Asks for each thing by the rule of the operation that shows it. */
  async getContentByUrl(context) {
    const { sql, deps, query } = context
    const place = await placeAt(sql, query.url, deps.publicUrl)
    if (place?.collectionId !== undefined) return collectionAt(context, place.collectionId)
    if (place?.spaceId !== undefined) return spaceAt(context, place.spaceId, place)
    throw nothing()
  },
})

async function collectionAt({ sql, deps, ...context }: ContentContext, collectionId: string) {
  const operation = collectionOperations.getCollectionById
  const { level } = await deps.authorize({ ...context, sql, operation, params: { collectionId } })
  const row = await sql
    .selectFrom('collection')
    .selectAll()
    .where('id', '=', collectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw nothing()
  return { collection: presentCollection(row, level, deps.publicUrl) }
}

async function spaceAt(context: ContentContext, spaceId: string, { changeRequestId, ...named }: NamedPlace) {
  const { sql, deps } = context
  const access = await deps.authorize({ ...context, operation: spaceOperations.getSpaceById, params: { spaceId } })
  const row = await sql.selectFrom('space').selectAll().where('id', '=', spaceId).executeTakeFirst()
  if (!row) throw nothing()
  const space = await showSpace(sql, row, access.level, deps.publicUrl)
  const changed = changeRequestId === undefined ? undefined : await findChangeRequest(sql, { spaceId, changeRequestId })
  const inSpace = { ...context, access }
  const changeRequest = changed && (await showChangeRequest(inSpace, changed))
  const page = await pageAt(inSpace, spaceId, named, changed)
  return { space, ...(changeRequest && { changeRequest }), ...(page && { page }) }
}

async function pageAt(
  context: ContentContext,
  spaceId: string,
  { pageId, pagePath }: NamedPlace,
  changed?: { id: string; revision: string },
) {
  if (pageId === undefined && pagePath === undefined) return undefined
  const open = changed ? await openRevision(context, spaceId, changed.revision) : await openLive(context, spaceId)
  const place = `${context.deps.publicUrl}/v1/spaces/${spaceId}/change-requests/${changed?.id}/content`
  const from = changed ? { ...open, location: place } : open
  const { storage, revision } = from
  const placed =
    pageId === undefined ? await pageByPath(storage, revision.roots, pagePath ?? '') : await placedPage(from, pageId)
  const query = pageOperations.getPageById.query.parse({})
  const page = await showPage({ ...context, query }, from, placed)
  if (page.type === 'link') throw nothing()
  return page
}
