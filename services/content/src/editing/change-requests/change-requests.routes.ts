import { changeRequestOperations } from '@quire/contracts'
import { conflict, created, type Input, prepared } from '@quire/kit'
import { viewOf } from '../../pages/content.present.ts'
import type { OpenRevision } from '../../pages/open-revision.ts'
import { openRevision } from '../../pages/open-revision.ts'
import { presentReusableContent } from '../../pages/reusable-contents.present.ts'
import { presentFile } from '../../storage/files/files.present.ts'
import { endAnnouncedWrite } from '../../storage/revisions/announced-writes.ts'
import { RevisionEditor } from '../../storage/revisions/revision-editor.ts'
import type { ReusableContentEntry } from '../../storage/revisions/revision-entries.ts'
import { getMany } from '../../storage/trees/tree-reads.ts'
import { notify } from '../../workspace/notifications/notify.ts'
import type { SpaceRow } from '../../workspace/tree/spaces.state.ts'
import type { AffectedPage } from '../authoring/affected-pages.ts'
import { applyChanges } from '../authoring/apply-changes.ts'
import type { BatchFile } from '../authoring/batch-files.ts'
import { storeFiles } from '../authoring/batch-files.ts'
import { readTexts } from '../authoring/batch-texts.ts'
import type { EditingContext } from '../context.ts'
import { implement } from '../context.ts'
import { goLive } from '../go-live.ts'
import { readDescriptions } from './change-request-descriptions.ts'
import { lastSeen, presentChangeRequest, presentJoinedRow } from './change-requests.present.ts'
import type { ChangeRequestRow } from './change-requests.rules.ts'
import {
  countStatus,
  findChangeRequest,
  lockChangeRequest,
  moveStatus,
  requireActive,
  requireTransition,
  saveChangeRequest,
} from './change-requests.rules.ts'
import { commitToBranch } from './commit-to-branch.ts'
import { insertChangeRequest } from './insert-change-request.ts'
import { listOfOrganization, listOfSpace } from './list-change-requests.ts'
import type { InChangeRequest, LockedMerge } from './locked-merge.ts'
import { lockAndMerge, prepareMerge } from './locked-merge.ts'
import { textFields } from './text-fields.ts'

/**
 * Merges a change request into the live content (docs/interface.md#merging). Concurrent merges are serialized: the
 * second merges on top of the first. A conflict changes nothing live; it is recorded in the change request.
 */
const mergeIntoSpace = prepared(prepareSeenMerge, async (context: InMerge, preparedMerge) => {
  const locked = await lockAndMerge(context, preparedMerge, context.body.revision)
  const { space, changeRequest, merged, left } = locked
  if (merged.conflicts.length > 0) {
    context.audit({ isUnchanged: true })
    return { revision: await updateBranch(context, locked), result: 'conflicts' as const }
  }
  const live = await goLive(context, {
    revision: {
      spaceId: space.id,
      store: space.store,
      changeRequestId: null,
      parents: [space.revision, changeRequest.revision],
      kind: 'merge',
      message: changeRequest.subject || null,
      createdBy: context.userId,
      createdAt: context.deps.now().toISOString(),
    },
    drafted: merged,
    left,
  })
  await countStatus(context, changeRequest, 'merged')
  await saveChangeRequest(context, changeRequest.id, { status: 'merged', revision_merged: live.id })
  const { id: changeRequestId, created_by, subject } = changeRequest
  context.audit({ target: { id: changeRequestId, label: subject }, payload: { revision: live.id } })
  await notify(context, { cause: `merge:${changeRequestId}`, kind: 'merge', spaceId: space.id, changeRequestId }, [
    created_by,
  ])
  return { revision: live.id, result: 'merge' as const }
})

/** Merges the live content into a change request; conflicts stay in it, unresolved. */
const updateFromSpace = prepared(
  (context: InChangeRequest) => prepareMerge(context),
  async (context: InChangeRequest, preparedMerge) => {
    const locked = await lockAndMerge(context, preparedMerge)
    const result = locked.merged.conflicts.length > 0 ? ('conflicts' as const) : ('update' as const)
    return { revision: await updateBranch(context, locked), result }
  },
)

type InMerge = InChangeRequest & Pick<Input<typeof changeRequestOperations.mergeChangeRequest>, 'body'>

function prepareSeenMerge(context: InMerge) {
  return prepareMerge(context, context.body.revision)
}

/** The effects of a batch, as reported to its author. */
interface ContentUpdate {
  pages: readonly AffectedPage[]
  files: readonly BatchFile[]
  reusableContents: readonly { id: string; entry: ReusableContentEntry }[]
}

export const changeRequestRoutes = implement(changeRequestOperations, {
  listChangeRequestsForOrganization: listOfOrganization,
  listChangeRequestsForSpace: listOfSpace,

  async createChangeRequest(context) {
    const { params, body, userId } = context
    const row = await insertChangeRequest(context, params.spaceId, {
      status: 'draft',
      subject: body.subject ?? '',
      created_by: userId,
      agent_task_id: body.agentTaskId ?? null,
    })
    return created(await presentChangeRequest(context, row))
  },

  async getChangeRequestById(context) {
    return presentChangeRequest(context, await findChangeRequest(context.sql, context.params))
  },

  updateChangeRequestById: prepared(
    (context) => textFields(context, context.body),
    async (context, { columns, known }) => {
      const { sql, params, body } = context
      const row =
        body.status === undefined
          ? await findChangeRequest(sql, params, true)
          : (await lockChangeRequest(context, params)).changeRequest
      if (row.status === 'merged') throw conflict('The change request is merged: it no longer changes.')
      const status = body.status ?? row.status
      requireTransition(row.status, status)
      return presentChangeRequest(context, await moveStatus(context, row, status, columns), known)
    },
  ),

  updateChangeRequestContent: prepared(
    async (context) => {
      const { changes } = context.body
      const row = await findChangeRequest(context.sql, context.params)
      const { description, revision } = row
      // Before files are stored, which nothing would name.
      requireActive(row)
      const texts = await readTexts(context, changes, (ids) => textsIn(context, revision, ids))
      const known = await readDescriptions(context, [description])
      return { texts, known, ...(await storeFiles(context, changes)) }
    },
    async (context, { texts, known, files, replaced, writing }) => {
      const { sql, params, body, query, deps } = context
      const row = await findChangeRequest(sql, params, true)
      requireActive(row)
      const open = await openRevision(context, params.spaceId, row.revision)
      const now = deps.now().toISOString()
      const editor = new RevisionEditor(open.storage, open.revision.roots, now)
      const applied = await applyChanges(
        { context, editor, open, base: row.revision_merged_ancestor ?? row.revision_initial, files, replaced },
        body.changes,
        texts,
      )
      const next = { store: open.revision.store, kind: 'edits' as const, parents: [row.revision], createdAt: now }
      const saved = await commitToBranch(context, row, next, await editor.finish())
      const changeRequest = await presentJoinedRow(context, saved, known)
      if (writing !== undefined) await endAnnouncedWrite(sql, writing)
      if (query.compat !== false) return changeRequest
      const update = presentUpdate(context, open, changeRequest.urls.location, { ...applied, files })
      return { changeRequest, previousRevision: row.revision, ...update }
    },
  ),

  mergeChangeRequest: mergeIntoSpace,
  updateChangeRequest: updateFromSpace,
})

/** Loads the texts of pages and reusable contents of a revision, by id. */
async function textsIn(
  context: EditingContext & { params: { spaceId: string } },
  revision: string,
  ids: readonly string[],
) {
  const { storage, revision: opened } = await openRevision(context, context.params.spaceId, revision)
  const { pages, reusables } = opened.roots
  const holders = [...(await getMany(storage.nodes, pages, ids)), ...(await getMany(storage.nodes, reusables, ids))]
  const texts = await storage.documents.load([...new Set(holders.flatMap(([, { document }]) => document ?? []))])
  return new Map(holders.map(([id, { document }]) => [id, texts.get(document ?? '') ?? '']))
}

/** `location` is the address of the change request. */
function presentUpdate(
  context: EditingContext,
  open: OpenRevision,
  location: string,
  { pages, files, reusableContents }: ContentUpdate,
) {
  const view = viewOf(context, open, {})
  return {
    changes: pages.map((one) => presentApplied(one, `${location}/content/page`)),
    insertedFiles: files.map(({ id, entry }) => presentFile(id, entry, context.deps.files, {})),
    ...(reusableContents.length > 0 && {
      insertedReusableContents: reusableContents.map(({ id, entry }) => presentReusableContent(id, entry, view)),
    }),
  }
}

function presentApplied(applied: AffectedPage, pages: string) {
  if (applied.object === 'deleted_page') return applied
  const page = { object: 'page' as const, id: applied.page, urls: { location: `${pages}/${applied.page}` } }
  return { ...applied, page }
}

/**
 * Commits the result of the merge to the change request's branch, unless the branch contains the live revision already.
 * Returns the id of the branch's revision.
 */
async function updateBranch(context: EditingContext, { space, changeRequest, merged }: LockedMerge): Promise<string> {
  if (isUpToDate(changeRequest, space)) return changeRequest.revision
  const { revision } = await commitToBranch(
    context,
    changeRequest,
    {
      store: space.store,
      kind: 'update',
      parents: [changeRequest.revision, space.revision],
      message: changeRequest.subject || null,
    },
    merged,
    space.revision,
  )
  return revision
}

const isUpToDate = (changeRequest: ChangeRequestRow, space: SpaceRow) => lastSeen(changeRequest) === space.revision
