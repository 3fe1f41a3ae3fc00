import type { SemanticChanges } from '@quire/contracts'
import type { z } from 'zod'
import { viewOf } from '../../pages/content.present.ts'
import { type OpenRevision, openRevision } from '../../pages/open-revision.ts'
import { emptyRoots, type Roots } from '../../storage/revisions/revision-entries.ts'
import { findRevision } from '../../storage/revisions/revisions.ts'
import { lastSeen, mergedFrom } from '../change-requests/change-requests.present.ts'
import { type ChangeRequestPath, findChangeRequest } from '../change-requests/change-requests.rules.ts'
import type { EditingContext } from '../context.ts'
import { fileChanges } from './file-changes.ts'
import { pageChanges } from './page-changes.ts'
import { reusableContentChanges } from './reusable-content-changes.ts'

type ChangesRequest<Params> = Pick<EditingContext, 'sql' | 'deps' | 'parser'> & {
  params: Params
  query: { limit: number }
}
type PresentedChanges = z.input<typeof SemanticChanges>

/** Presents the changes of a revision from its first parent; everything in it, if it has no parent. */
export async function presentChangesOfRevision(
  context: ChangesRequest<{ spaceId: string; revisionId: string }>,
): Promise<PresentedChanges> {
  const { spaceId, revisionId } = context.params
  const after = await openRevision(context, spaceId, revisionId)
  const [parent] = after.revision.parents
  const before = parent === undefined ? undefined : await findRevision(context.sql, spaceId, parent)
  const merged = await mergedFrom(context, after.revision)
  const changes = await changesBetween(context, before?.roots ?? emptyRoots(), after)
  return { ...changes, ...(merged && { mergedFrom: merged }) }
}

/**
 * Presents the changes of a change request from the last live revision merged into it; ignores later live revisions.
 */
export async function presentChangesOfChangeRequest(
  context: ChangesRequest<ChangeRequestPath>,
): Promise<PresentedChanges> {
  const { spaceId } = context.params
  const row = await findChangeRequest(context.sql, context.params)
  const [before, after] = await Promise.all([
    openRevision(context, spaceId, lastSeen(row)),
    openRevision(context, spaceId, row.revision),
  ])
  return changesBetween(context, before.revision.roots, after)
}

/**
 * Compares pages, files and reusable contents. The cost grows with the difference; presents at most `limit` changes.
 */
async function changesBetween(
  context: ChangesRequest<unknown>,
  before: Roots,
  open: OpenRevision,
): Promise<PresentedChanges> {
  const { deps, query } = context
  const { storage, revision } = open
  const view = viewOf(context, open, {})
  const all = [
    ...(await pageChanges(storage, before, revision.roots, view)),
    ...(await fileChanges(storage, before, revision.roots, deps.files)),
    ...(await reusableContentChanges(storage, before, revision.roots, view)),
  ]
  const more = all.length - query.limit
  return { changes: all.slice(0, query.limit).map((present) => present()), ...(more > 0 && { more }) }
}
