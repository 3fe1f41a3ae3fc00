import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import { type PlacedPage, pageById, pagePath } from '../revisions/reader.ts'
import { findRevision, type Revision } from '../revisions/revisions.ts'
import { type Storage, sqlStorage } from '../revisions/storage.ts'

/** A revision together with where its parts are read from. */
export interface OpenRevision {
  revision: Revision
  storage: Storage
}

type Reading = Pick<ContentContext, 'sql' | 'deps'>

/** The storage that this request's transaction sees. */
export const storageOf = ({ sql, deps }: Reading): Storage => sqlStorage(sql, deps.caches)

/** A revision of the space; 404 where it has none with this id. */
export async function openRevision(context: Reading, spaceId: string, id: string): Promise<OpenRevision> {
  const revision = await findRevision(context.sql, spaceId, id)
  if (!revision) throw notFound('The revision')
  return { revision, storage: storageOf(context) }
}

/** The revision that readers of the space see. */
export async function openLive(context: Reading, spaceId: string): Promise<OpenRevision> {
  const row = await context.sql.selectFrom('space').select('revision').where('id', '=', spaceId).executeTakeFirst()
  if (!row) throw notFound('The space')
  return openRevision(context, spaceId, row.revision)
}

/** A page of the revision in its place; undefined where it has none with this id. */
export async function placedPage({ revision, storage }: OpenRevision, id: string): Promise<PlacedPage | undefined> {
  const page = await pageById(storage, revision.roots, id)
  return page && { id, page, path: await pagePath(storage, revision.roots, page) }
}
