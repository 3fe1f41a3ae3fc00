import { collectionOperations, contentAddressOperations, pageOperations, spaceOperations } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { presentChangeRequest } from '../editing/change-requests/change-requests.present.ts'
import { findChangeRequest } from '../editing/change-requests/change-requests.rules.ts'
import { presentFullPage } from '../pages/content.present.ts'
import { openLive, openRevision, pageWithPath } from '../pages/open-revision.ts'
import { presentSpaceWithPublication } from '../spaces/spaces.present.ts'
import { pageByPath } from '../storage/revisions/revision-reads.ts'
import { presentCollection } from '../workspace/tree/collections.present.ts'
import { type AddressedContent, resolveAddress } from './addressed-content.ts'
import { implement, type ReadingContext } from './context.ts'

const notFoundThere = () => notFound('What this address leads to')

export const contentAddressRoutes = implement(contentAddressOperations, {
  /** Authorizes each resource by the rule of the operation that returns it. */
  async getContentByUrl(context) {
    const { sql, deps, query } = context
    const addressed = await resolveAddress(sql, query.url, deps.publicUrl)
    if (addressed?.collectionId !== undefined) return collectionAt(context, addressed.collectionId)
    if (addressed?.spaceId !== undefined) return spaceAt(context, addressed.spaceId, addressed)
    throw notFoundThere()
  },
})

async function collectionAt({ sql, deps, ...context }: ReadingContext, collectionId: string) {
  const operation = collectionOperations.getCollectionById
  const { level } = await deps.authorize({ ...context, sql, operation, params: { collectionId } })
  const row = await sql
    .selectFrom('collection')
    .selectAll()
    .where('id', '=', collectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFoundThere()
  return { collection: presentCollection(row, level, deps.publicUrl) }
}

async function spaceAt(context: ReadingContext, spaceId: string, { changeRequestId, ...named }: AddressedContent) {
  const { sql, deps } = context
  const access = await deps.authorize({ ...context, operation: spaceOperations.getSpaceById, params: { spaceId } })
  const row = await sql.selectFrom('space').selectAll().where('id', '=', spaceId).executeTakeFirst()
  if (!row) throw notFoundThere()
  const space = await presentSpaceWithPublication(sql, row, access.level, deps.publicUrl)
  const changed = changeRequestId === undefined ? undefined : await findChangeRequest(sql, { spaceId, changeRequestId })
  const inSpace = { ...context, access }
  const changeRequest = changed && (await presentChangeRequest(inSpace, changed))
  const page = await pageAt(inSpace, spaceId, named, changed)
  return { space, ...(changeRequest && { changeRequest }), ...(page && { page }) }
}

async function pageAt(
  context: ReadingContext,
  spaceId: string,
  { pageId, pagePath }: AddressedContent,
  changed?: { id: string; revision: string },
) {
  if (pageId === undefined && pagePath === undefined) return undefined
  const open = changed ? await openRevision(context, spaceId, changed.revision) : await openLive(context, spaceId)
  const location = `${context.deps.publicUrl}/v1/spaces/${spaceId}/change-requests/${changed?.id}/content`
  const from = changed ? { ...open, location } : open
  const { storage, revision } = from
  const found =
    pageId === undefined ? await pageByPath(storage, revision.roots, pagePath ?? '') : await pageWithPath(from, pageId)
  const query = pageOperations.getPageById.query.parse({})
  const page = await presentFullPage({ ...context, query }, from, found)
  if (page.type === 'link') throw notFoundThere()
  return page
}
