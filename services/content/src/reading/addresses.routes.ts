import {
  collectionOperations,
  contentAddressOperations,
  pageOperations,
  siteSpaceAddress,
  spaceOperations,
} from '@quire/contracts'
import { anyOf, notFound, Refusal } from '@quire/kit'
import type { Sql } from '../database.ts'
import { presentChangeRequest } from '../editing/change-requests/change-requests.present.ts'
import { findChangeRequest } from '../editing/change-requests/change-requests.rules.ts'
import { presentFullPage } from '../pages/content.present.ts'
import { openLive, openRevision, pageWithPath } from '../pages/open-revision.ts'
import { presentSpaceWithPublication } from '../spaces/spaces.present.ts'
import { pageByPath } from '../storage/revisions/revision-reads.ts'
import { presentCollection } from '../workspace/tree/collections.present.ts'
import { implement, type ReadingContext } from './context.ts'

/** The content that an address leads to. An address in the interface has the id of a page, one on a site its path. */
interface AddressedContent {
  collectionId?: string | undefined
  spaceId?: string | undefined
  changeRequestId?: string | undefined
  pageId?: string | undefined
  pagePath?: string | undefined
}

const collectionPath = /^\/v1\/collections\/(?<collectionId>[\w-]+)$/

const spacePath =
  /^\/v1\/spaces\/(?<spaceId>[\w-]+)(?:\/change-requests\/(?<changeRequestId>[\w-]+))?(?:\/content(?:\/page\/(?<pageId>[\w-]+))?)?$/

const maxSegments = 100

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
  const access = await accessTo(context, spaceId)
  const row = await sql.selectFrom('space').selectAll().where('id', '=', spaceId).executeTakeFirst()
  if (!row) throw notFoundThere()
  const space = await presentSpaceWithPublication(sql, row, access.level, deps.publicUrl)
  const changed = changeRequestId === undefined ? undefined : await findChangeRequest(sql, { spaceId, changeRequestId })
  const inSpace = { ...context, access }
  const changeRequest = changed && (await presentChangeRequest(inSpace, changed))
  const page = await pageAt(inSpace, spaceId, named, changed)
  return { space, ...(changeRequest && { changeRequest }), ...(page && { page }) }
}

/** Authorizes the caller. Its 404 is that of an address without content, or whoever guesses one would learn that a site has it. */
async function accessTo(context: ReadingContext, spaceId: string) {
  try {
    return await context.deps.authorize({ ...context, operation: spaceOperations.getSpaceById, params: { spaceId } })
  } catch (error) {
    throw error instanceof Refusal && error.status === 404 ? notFoundThere() : error
  }
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

/** Resolves an address of the interface or of a published site. The caller may not be allowed to see the result. */
async function resolveAddress(sql: Sql, url: string, publicUrl: string): Promise<AddressedContent | undefined> {
  const { origin, pathname } = new URL(url)
  const address = `${origin}${pathname}`.replace(/(?<!\/)\/+$/, '')
  if (!address.startsWith(`${publicUrl}/v1/`)) return resolveSiteAddress(sql, address)
  const path = address.slice(publicUrl.length)
  return { ...(collectionPath.exec(path) ?? spacePath.exec(path))?.groups }
}

/** Finds the space of a published site whose address is the longest prefix of this one, by whole segments. */
async function resolveSiteAddress(sql: Sql, address: string): Promise<AddressedContent | undefined> {
  const segments = address.split('/')
  if (segments.length > maxSegments) return undefined
  const prefixes = segments.map((_, index) => segments.slice(0, index + 1).join('/'))
  const rows = await sql
    .selectFrom('site')
    .innerJoin('site_space', 'site_space.site_id', 'site.id')
    .select(['site_space.space_id', 'site.address as site', 'site_space.address', 'site_space.path'])
    .where('site.address', '=', anyOf(prefixes))
    .where('site.published', '=', true)
    .orderBy('site_space.id')
    .execute()
  const candidates = rows.map((row) => ({
    spaceId: row.space_id,
    at: siteSpaceAddress(row.site, row.address ?? row.path),
  }))
  const nearest = candidates
    .filter(({ at }) => prefixes.includes(at))
    .sort((one, other) => other.at.length - one.at.length)[0]
  if (!nearest) return undefined
  const pagePath = decoded(address.slice(nearest.at.length + 1))
  return pagePath === undefined ? undefined : { spaceId: nearest.spaceId, ...(pagePath !== '' && { pagePath }) }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
