import type { SemanticChanges } from '@quire/contracts'
import type { z } from 'zod'
import { lastSeen, mergedFrom } from '../change-requests/change-requests.present.ts'
import { type ChangeRequestPath, findChangeRequest } from '../change-requests/change-requests.rules.ts'
import type { ContentContext } from '../context.ts'
import { type OpenRevision, openRevision } from '../pages/history.ts'
import { viewOf } from '../pages/showing.ts'
import { emptyRoots, type Roots } from '../revisions/entries.ts'
import { findRevision } from '../revisions/revisions.ts'
import { fileChanges } from './file-changes.ts'
import { pageChanges } from './page-changes.ts'
import { reusableContentChanges } from './reusable-content-changes.ts'

type ChangesRequest<Params> = Pick<ContentContext, 'sql' | 'deps' | 'parser'> & {
  params: Params
  query: { limit: number }
}
type ShownChanges = z.input<typeof SemanticChanges>

/** What a revision changed, compared with its first parent; where it has no parent, everything in it. */
export async function showChangesOfRevision(
  context: ChangesRequest<{ spaceId: string; revisionId: string }>,
): Promise<ShownChanges> {
  const { spaceId, revisionId } = context.params
  const after = await openRevision(context, spaceId, revisionId)
  const [parent] = after.revision.parents
  const before = parent === undefined ? undefined : await findRevision(context.sql, spaceId, parent)
  const merged = await mergedFrom(context, after.revision)
  const changes = await changesBetween(context, before?.roots ?? emptyRoots(), after)
  return { ...changes, ...(merged && { mergedFrom: merged }) }
}

/** What a change request changes: compared with what it has seen of the live content, not with what came after. */
export async function showChangesOfChangeRequest(context: ChangesRequest<ChangeRequestPath>): Promise<ShownChanges> {
  const { spaceId } = context.params
  const row = await findChangeRequest(context.sql, context.params)
  const [before, after] = await Promise.all([
    openRevision(context, spaceId, lastSeen(row)),
    openRevision(context, spaceId, row.revision),
  ])
  return changesBetween(context, before.revision.roots, after)
}

/** Pages, files and reusable contents that differ. It costs what differs; only as many as were asked for are shown. */
async function changesBetween(
  context: ChangesRequest<unknown>,
  before: Roots,
  open: OpenRevision,
): Promise<ShownChanges> {
  const { deps, query } = context
  const { storage, revision } = open
  const view = viewOf(context, open, {})
  const all = [
    ...(await pageChanges(storage, before, revision.roots, view)),
    ...(await fileChanges(storage, before, revision.roots, deps.files)),
    ...(await reusableContentChanges(storage, before, revision.roots, view)),
  ]
  const more = all.length - query.limit
  return { changes: all.slice(0, query.limit).map((show) => show()), ...(more > 0 && { more }) }
}
