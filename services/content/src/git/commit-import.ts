import { conflict } from '@quire/kit'
import { valuesOf } from '@quire/parsing'
import type { Sql } from '../database.ts'
import { insertChangeRequest } from '../editing/change-requests/insert-change-request.ts'
import { type MergeResult, merge } from '../editing/merge/merge.ts'
import { mergeTextCoarsely } from '../editing/merge/merge-text.ts'
import { requireLiveEdits } from '../imports/import-base.ts'
import type { CommitContext, CreateRevision } from '../imports/runs/commit-run.ts'
import { goLiveByRun } from '../imports/runs/go-live-by-run.ts'
import type { WrittenImport } from '../imports/write-import.ts'
import { type OpenRevision, openLive } from '../pages/open-revision.ts'
import { formerAddresses } from '../storage/revisions/former-addresses.ts'
import { emptyRoots, type Roots } from '../storage/revisions/revision-entries.ts'
import { type NewRevision, writeRevision } from '../storage/revisions/revisions.ts'
import type { ClaimedRun } from '../tables/runs.tables.ts'
import { changeSpace, lockSpace } from '../workspace/tree/spaces.state.ts'
import { type GitState, gitInfoOf, lastPerformedAt, saveGitState } from './git-state.ts'
import type { OpenTask } from './git-task.ts'
import type { Commit } from './repository-tree.ts'

interface Incoming {
  open: OpenTask
  commit: Commit
  /** True if this system made the commit. */
  isOwn: boolean
  /** The state that the commit is compared with; undefined for a commit that goes on top of whatever the space has. */
  state: GitState | undefined
  /** Aborted when the run is cancelled or lost. */
  signal: AbortSignal
}

const maxSubject = 100

/**
 * Returns the function that makes a commit's content live. Where the space has changed since it was last the same as the
 * repository, the changes of both are merged page by page and line by line; what conflicts becomes a change request, and
 * nothing of the space changes.
 */
export function createFromCommit(incoming: Incoming): CreateRevision {
  const { open, commit, isOwn, state } = incoming
  const { task } = open
  const git = {
    oid: commit.oid,
    message: commit.message,
    createdByGitBook: isOwn,
    ref: task.ref,
    ...(task.commitUrl && { url: `${task.commitUrl.replace(/\/+$/, '')}/${commit.oid}` }),
  }
  return async (context, run, written) => {
    const revision: NewRevision = {
      spaceId: run.space_id,
      store: written.base.revision.store,
      changeRequestId: null,
      parents: [written.base.revision.id],
      kind: task.preview === undefined ? 'import' : 'preview',
      message: commit.message.split('\n')[0] ?? null,
      git,
      author: commit.author.name,
      createdBy: run.user_id,
      createdAt: written.createdAt,
    }
    await recordCommit(context.sql, run, commit.oid)
    if (task.preview !== undefined) await requireOpenPreview(context.sql, run, task.preview)
    if (task.standalone) return (await writeRevision(context.sql, revision, written.drafted)).id
    const live = await openLive(context, run.space_id)
    const isBase = live.revision.id === written.base.revision.id
    const merged = isBase ? undefined : await mergeWithLive(context, live, written, incoming.signal)
    const space = await lockSpace(context, run.space_id)
    requireLiveEdits(space)
    await requireNewest(context, run.space_id, open)
    if (space.revision !== live.revision.id) return undefined
    const change = gitInfoOf(task, context.deps.now())
    const save = (id: string, more: { changeRequest?: string; exported?: string; isMore?: boolean } = {}) =>
      saveGitState(context.sql, run.space_id, task, {
        ...{ commit: commit.oid, revision: id, at: open.at, treeUrl: task.treeUrl ?? null, ...more },
      })
    if (!merged) {
      // A commit of another folder changes nothing, and is nothing that readers or authors have to learn of.
      const isChange = !sameContent(written.drafted.roots, live.revision.roots)
      if (!isChange) await changeSpaceIfNeeded(context, run.space_id, change)
      const { id } = isChange
        ? await goLiveByRun(context, run, { revision, drafted: written.drafted, left: written.left, change })
        : live.revision
      await save(id, { exported: id, isMore: state ? state.is_more : hasContent(live.revision.roots) })
      return id
    }
    if (merged.conflicts.length > 0) {
      const changeRequest = await openChangeRequest(context, run, { revision, written, commit })
      await save(changeRequest.revision, { changeRequest: changeRequest.id })
      await changeSpaceIfNeeded(context, run.space_id, change)
      return changeRequest.revision
    }
    // The content of the commit alone is what the next one is compared with.
    await save((await writeRevision(context.sql, revision, written.drafted)).id)
    if (sameContent(merged.roots, live.revision.roots)) {
      await changeSpaceIfNeeded(context, run.space_id, change)
      return live.revision.id
    }
    const left = await formerAddresses(live.storage, live.revision.roots, merged)
    const joined = { ...revision, parents: [live.revision.id] }
    return (await goLiveByRun(context, run, { revision: joined, drafted: merged, left, change })).id
  }
}

async function changeSpaceIfNeeded(context: CommitContext, spaceId: string, change: ReturnType<typeof gitInfoOf>) {
  if (change.git_sync !== undefined) await changeSpace(context, spaceId, change)
}

/** True if there is anything that a first import leaves in place. */
const hasContent = (roots: Roots) =>
  (['pages', 'files', 'reusables'] as const).some((name) => roots[name] !== emptyRoots()[name])

const sameContent = (one: Roots, other: Roots) =>
  (['pages', 'children', 'slugs', 'files', 'reusables', 'sources'] as const).every((name) => one[name] === other[name])

async function mergeWithLive(
  { deps }: CommitContext,
  { revision: { roots }, storage }: OpenRevision,
  { base, drafted }: WrittenImport,
  signal: AbortSignal,
): Promise<MergeResult> {
  const parser = deps.inBackground(signal)
  const sides = { base: base.revision.roots, ours: roots, theirs: drafted.roots }
  return merge(storage, sides, async (texts) => {
    const merged = await parser.runEach(
      'mergeText',
      texts.map((three) => [...three]),
    )
    return valuesOf(texts, merged, (three) => mergeTextCoarsely(...three))
  })
}

async function openChangeRequest(
  context: CommitContext,
  run: ClaimedRun,
  { revision, written, commit }: { revision: NewRevision; written: WrittenImport; commit: Commit },
) {
  const title = revision.message || commit.oid.slice(0, 8)
  const changeRequest = await insertChangeRequest(context, run.space_id, {
    status: 'open',
    subject: `Git: ${title}`.slice(0, maxSubject).toWellFormed(),
    created_by: run.user_id,
    agent_task_id: null,
    revision_initial: written.base.revision.id,
  })
  const branch = { ...revision, changeRequestId: changeRequest.id }
  const { id } = await writeRevision(context.sql, branch, written.drafted)
  await context.sql.updateTable('change_request').set({ revision: id }).where('id', '=', changeRequest.id).execute()
  await context.sql
    .updateTable('import_run')
    .set({ git: JSON.stringify({ ...run.git, changeRequest: changeRequest.id }) })
    .where('id', '=', run.id)
    .execute()
  return { id: changeRequest.id, revision: id }
}

/** Decides again under the lock of the space: another operation may have been performed meanwhile. */
async function requireNewest({ sql, deps }: CommitContext, spaceId: string, { task, at }: OpenTask): Promise<void> {
  const last = task.force ? undefined : await lastPerformedAt(sql, spaceId, deps.now())
  if (last && at < last) throw conflict('A Git operation that follows something newer was performed meanwhile.')
}

/** Throws 409 if the pull request was closed during its import: nothing would remove the revision. */
async function requireOpenPreview(sql: Sql, run: ClaimedRun, id: string): Promise<void> {
  const preview = sql.selectFrom('git_preview').select('id').where('id', '=', id).where('run_id', '=', run.id)
  if (!(await preview.forShare().executeTakeFirst())) throw conflict('The preview of the pull request has ended.')
}

async function recordCommit(sql: Sql, { id, claim }: ClaimedRun, commit: string): Promise<void> {
  await sql
    .updateTable('import_run')
    .set({ git_commit: commit })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}
