import { conflict, notFound } from '@quire/kit'
import { findChangeRequest, requireActive } from '../editing/change-requests/change-requests.rules.ts'
import { type OpenRevision, openLive, openRevision } from '../pages/open-revision.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import { pageById } from '../storage/revisions/revision-reads.ts'
import type { ImportsContext } from './context.ts'

/** The target of an import: the live content or a change request, at the top level or in a page. */
export interface ImportTarget {
  space_id: string
  change_request_id: string | null
  page_id: string | null
}

/** The content that an import is applied to: a revision, and a page of it if the import goes into a page. */
export interface ImportBase extends Pick<OpenRevision, 'revision' | 'storage'> {
  into: { id: string; page: PageEntry } | undefined
}

/** `locked` refuses direct writes, not change requests (docs/interface.md#spaces). */
export function requireLiveEdits({ edit_mode }: { edit_mode: 'live' | 'locked' }): void {
  if (edit_mode === 'locked') throw conflict('The space is locked: change it through a change request.')
}

/**
 * Opens the target's current revision. Throws 404 if a part of the target does not exist, 409 if it takes no import.
 */
export async function openBase(
  context: Pick<ImportsContext, 'sql' | 'deps'>,
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

async function openUnlocked(context: Pick<ImportsContext, 'sql' | 'deps'>, spaceId: string): Promise<OpenRevision> {
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
  context: Pick<ImportsContext, 'sql' | 'deps'>,
  path: { spaceId: string; changeRequestId: string },
): Promise<OpenRevision> {
  const changeRequest = await findChangeRequest(context.sql, path)
  requireActive(changeRequest)
  return openRevision(context, path.spaceId, changeRequest.revision)
}
