import type { RowBeside } from '@quire/access'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { type PlacedPage, pageById, pagePath } from '../revisions/reader.ts'
import { findRevision, type Revision, revisionOf } from '../revisions/revisions.ts'
import { type Storage, sqlStorage } from '../revisions/storage.ts'

/** A revision together with where its parts are read from. */
export interface OpenRevision {
  revision: Revision
  storage: Storage
  /** The address that its content lies beneath: the live content's, a change request's or the revision's own. */
  location: string
}

type HistoryContext = Pick<ContentContext, 'sql' | 'deps'>

/** A store as this request's transaction sees it. */
export const storageOf = ({ sql, deps }: HistoryContext, store: string): Storage => sqlStorage(sql, store, deps.caches)

/** The store of a space's content. */
export async function storeOf(sql: Sql, spaceId: string): Promise<string> {
  const row = await sql.selectFrom('space').select('store').where('id', '=', spaceId).executeTakeFirst()
  if (!row) throw notFound('The space')
  return row.store
}

/** A revision of the space; 404 where it has none with this id. */
export async function openRevision(context: HistoryContext, spaceId: string, id: string): Promise<OpenRevision> {
  const revision = await findRevision(context.sql, spaceId, id, context.deps.caches.revisions)
  if (!revision) throw notFound('The revision')
  return opened(context, revision, `revisions/${revision.id}`)
}

/** `place` is the content's address within the space's. */
function opened(context: HistoryContext, revision: Revision, place: string): OpenRevision {
  const location = `${context.deps.publicUrl}/v1/spaces/${revision.spaceId}/${place}`
  return { revision, storage: storageOf(context, revision.store), location }
}

/** The context of a handler that `liveRevision` was read for. */
export interface LiveRow {
  row: Tables['revision']
}

/** The revision that readers of the space see, in the statement that decides access to it. */
export const liveRevision: RowBeside<LiveRow['row']> = {
  columns: raw`live.*`,
  joins: raw`join revision live on live.id = asked.revision`,
}

/** What was read so. */
export const openRow = (context: HistoryContext & LiveRow): OpenRevision =>
  opened(context, revisionOf(context.row), 'content')

/** The revision that readers of the space see. */
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

/** A page of the revision in its place; undefined where it has none with this id. */
export async function placedPage({ revision, storage }: OpenRevision, id: string): Promise<PlacedPage | undefined> {
  const page = await pageById(storage, revision.roots, id)
  return page && { id, page, path: await pagePath(storage, revision.roots, page) }
}
