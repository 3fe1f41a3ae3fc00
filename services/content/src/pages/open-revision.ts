import type { RowBeside } from '@quire/access'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import type { StorageContext } from '../storage/context.ts'
import { type PageWithPath, pageById, pagePath } from '../storage/revisions/revision-reads.ts'
import { findRevision, type Revision, revisionOf } from '../storage/revisions/revisions.ts'
import { type Storage, sqlStorage } from '../storage/revisions/storage.ts'

/** A revision with the storage of its parts. */
export interface OpenRevision {
  revision: Revision
  storage: Storage
  /** Base address of the content: of the live content, a change request or the revision itself. */
  location: string
}

type HistoryContext = Pick<StorageContext, 'sql' | 'deps'>

/** Returns the storage of a store as the transaction of this request sees it. */
export const storageOf = ({ sql, deps }: HistoryContext, store: string): Storage => sqlStorage(sql, store, deps.caches)

/** Returns the store of a space's content; throws 404 if the space does not exist. */
export async function storeOf(sql: Sql, spaceId: string): Promise<string> {
  const row = await sql.selectFrom('space').select('store').where('id', '=', spaceId).executeTakeFirst()
  if (!row) throw notFound('The space')
  return row.store
}

/** Opens a revision of the space; throws 404 if the space has no revision with this id. */
export async function openRevision(context: HistoryContext, spaceId: string, id: string): Promise<OpenRevision> {
  const revision = await findRevision(context.sql, spaceId, id, context.deps.caches.revisions)
  if (!revision) throw notFound('The revision')
  return opened(context, revision, `revisions/${revision.id}`)
}

/** `path` is the path of the content below the address of the space. */
function opened(context: HistoryContext, revision: Revision, path: string): OpenRevision {
  const location = `${context.deps.publicUrl}/v1/spaces/${revision.spaceId}/${path}`
  return { revision, storage: storageOf(context, revision.store), location }
}

/** The context of a handler with the row of `liveRevision`. */
export interface LiveRow {
  row: Tables['revision']
}

/** Reads the live revision in the statement that decides the access to the space. */
export const liveRevision: RowBeside<LiveRow['row']> = {
  columns: raw`live.*`,
  joins: raw`join revision live on live.id = asked.revision`,
}

/** Opens the live revision from the row of `liveRevision`. */
export const openRow = (context: HistoryContext & LiveRow): OpenRevision =>
  opened(context, revisionOf(context.row), 'content')

/** Opens the live revision of a space; throws 404 if the space does not exist. */
export async function openLive(context: HistoryContext, spaceId: string): Promise<OpenRevision> {
  const row = await context.sql
    .selectFrom('space')
    .innerJoin('revision', 'revision.id', 'space.revision')
    .selectAll('revision')
    .where('space.id', '=', spaceId)
    .executeTakeFirst()
  if (!row) throw notFound('The space')
  return opened(context, revisionOf(row), 'content')
}

/** Returns a page of the revision with its path; undefined if there is none with this id. */
export async function pageWithPath({ revision, storage }: OpenRevision, id: string): Promise<PageWithPath | undefined> {
  const page = await pageById(storage, revision.roots, id)
  return page && { id, page, path: await pagePath(storage, revision.roots, page) }
}
