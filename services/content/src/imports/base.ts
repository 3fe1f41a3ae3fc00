import { conflict, notFound } from '@quire/kit'
import { findChangeRequest, requireActive } from '../change-requests/change-requests.rules.ts'
import type { ContentContext } from '../context.ts'
import { type OpenRevision, openLive, openRevision } from '../pages/history.ts'
import type { PageEntry } from '../revisions/entries.ts'
import { pageById } from '../revisions/reader.ts'

/** Where an import goes: into the live content or a change request, at the top or into a page. */
export interface ImportTarget {
  space_id: string
  change_request_id: string | null
  page_id: string | null
}

/** What an import is put to: a revision, and a page of it where it goes into one. */
export interface ImportBase extends Pick<OpenRevision, 'revision' | 'storage'> {
  into: { id: string; page: PageEntry } | undefined
}

/** `locked` refuses direct writes, not change requests (docs/interface.md#spaces). */
export function requireLiveEdits({ edit_mode }: { edit_mode: 'live' | 'locked' }): void {
  if (edit_mode === 'locked') throw conflict('The space is locked: change it through a change request.')
}

/** The target as it now is. Throws 404 where something of it is not there, 409 where it takes no import. */
export async function openBase(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  { space_id: spaceId, change_request_id: changeRequestId, page_id: pageId }: ImportTarget,
): Promise<ImportBase> {
  const { revision, storage } =
    changeRequestId === null
      ? await openUnlocked(context, spaceId)
      : await openActive(context, { spaceId, changeRequestId })
  if (pageId === null) return { revision, storage, into: undefined }
  const page = await pageById(storage, revision.roots, pageId)
  if (!page) throw notFound('The page')
  if (page.type === 'link') throw conflict('The page is a link, which holds nothing: import into another page.')
  return { revision, storage, into: { id: pageId, page } }
}

async function openUnlocked(context: Pick<ContentContext, 'sql' | 'deps'>, spaceId: string): Promise<OpenRevision> {
  const space = await context.sql
    .selectFrom('space')
    .select('edit_mode')
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!space) throw notFound('The space')
  requireLiveEdits(space)
  return openLive(context, spaceId)
}

async function openActive(
  context: Pick<ContentContext, 'sql' | 'deps'>,
  path: { spaceId: string; changeRequestId: string },
): Promise<OpenRevision> {
  const changeRequest = await findChangeRequest(context.sql, path)
  requireActive(changeRequest)
  return openRevision(context, path.spaceId, changeRequest.revision)
}
