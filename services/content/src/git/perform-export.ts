import { conflict, type Position, readUntil, transact } from '@quire/kit'
import type { Sql } from '../database.ts'
import { goLive } from '../editing/go-live.ts'
import type { Exports } from '../exports/archive/exports.ts'
import { complete, RunLost } from '../imports/runs/commit-run.ts'
import type { Performance, PerformDependencies } from '../imports/runs/perform-run.ts'
import { type OpenRevision, openLive, openRevision } from '../pages/open-revision.ts'
import { type NewRevision, writeRevision } from '../storage/revisions/revisions.ts'
import type { ClaimedRun } from '../tables/runs.tables.ts'
import { changeSpace, lockSpace } from '../workspace/tree/spaces.state.ts'
import { sourceOfRemote } from './git-remote.ts'
import { findGitState, type GitState, gitInfoOf, requireNoConflict, saveGitState } from './git-state.ts'
import { type GitRunNeeds, type OpenTask, openTask, requireDue, withRepository } from './git-task.ts'
import { type Exported, pushExport } from './push-export.ts'
import { withOrigins } from './record-origins.ts'

const maxAttempts = 3
const noAddresses = { added: new Map<string, string>(), removed: new Map<string, string>() }

/**
 * Performs an export: commits what differs from the repository on top of the ref, as the people who changed it, and pushes.
 * A push never overwrites commits: where others changed the same files since, the export is refused.
 */
export async function performGitExport(
  performing: PerformDependencies,
  git: GitRunNeeds,
  exports: Exports,
  run: ClaimedRun,
  performance: Performance,
): Promise<Position | undefined> {
  const { database, deps } = performing
  const { signal } = performance
  const sql = readUntil(signal, database) as unknown as Sql
  const open = openTask(run, git.sealer)
  await requireDue(sql, run, open, deps)
  const state = await findGitState(sql, run.space_id, open.task)
  if (!open.task.force) await requireNoConflict(sql, state)
  const before = state && (await openRevision({ sql, deps }, run.space_id, state.revision))
  const { publicUrl, now } = deps
  const parser = deps.inBackground(signal)
  return withRepository(git, run, open, signal, async (repository) => {
    const live = await openLive({ sql, deps }, run.space_id)
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const exporting = { sql, run, open, exports, parser, publicUrl, now, live, state, before, performance }
      const exported = await pushExport(exporting, repository)
      if (exported) return finish(performing, run, { open, state, live, exported })
    }
    throw conflict('The Git repository kept changing while the export was written: export again.')
  })
}

interface Finished {
  open: OpenTask
  state: GitState | undefined
  /** The content that was exported. */
  live: OpenRevision
  exported: Exported
}

/**
 * Completes the run, and records where the content is in the repository: in the live revision, and in the one that the next
 * import is compared with. The latter also counts where the commit has more than the space; then it is imported as well.
 */
async function finish(
  { database, publisher, deps }: PerformDependencies,
  run: ClaimedRun,
  { open: { task, at }, state, live, exported }: Finished,
): Promise<Position | undefined> {
  const waiting = { caller: `imports of ${run.organization_id}`, signal: new AbortController().signal }
  const { commit, origins, isSame } = exported
  const importSource = sourceOfRemote(task, task.directory)
  const drafted = await withOrigins(live.storage, live.revision.roots, origins, importSource)
  const { rows } = await transact(database, waiting, async (_, never, emit, afterCommit) => {
    const sql = never as unknown as Sql
    const context = { sql, emit, afterCommit, deps }
    const now = deps.now()
    const change = gitInfoOf(task, now)
    const space = await lockSpace(context, run.space_id)
    const revision: NewRevision = {
      ...{ spaceId: space.id, store: space.store, changeRequestId: null, parents: [live.revision.id], kind: 'import' },
      git: {
        ...{ oid: commit, message: task.message ?? '', createdByGitBook: true, ref: task.ref },
        ...(task.commitUrl && { url: `${task.commitUrl.replace(/\/+$/, '')}/${commit}` }),
      },
      ...{ message: null, createdBy: run.user_id, createdAt: now.toISOString() },
    }
    const isLive = space.revision === live.revision.id
    let common = live.revision.id
    if (drafted && isLive) common = (await goLive(context, { revision, drafted, left: noAddresses, change })).id
    else if (change.git_sync !== undefined) await changeSpace(context, space.id, change)
    if (drafted && !isLive) {
      common = (await writeRevision(sql, revision, drafted)).id
      const present = await openLive({ sql, deps }, space.id)
      const later = await withOrigins(present.storage, present.revision.roots, origins, importSource)
      const next = { ...revision, parents: [present.revision.id] }
      if (later) await goLive(context, { revision: next, drafted: later, left: noAddresses })
    }
    const had = isSame ? commit : (state?.commit_oid ?? commit)
    await saveGitState(sql, space.id, task, {
      ...{ commit: had, revision: common, at },
      // An export leaves such links as they are.
      treeUrl: state ? state.tree_url : (task.treeUrl ?? null),
      exported: live.revision.id,
    })
    const made = sql.updateTable('import_run').set({ git_commit: commit }).where('id', '=', run.id)
    if ((await made.where('claim', '=', run.claim).executeTakeFirst()).numUpdatedRows === 0n) throw new RunLost()
    await complete(context, run, { revision: common, completed_at: now })
    afterCommit(deps.indexSoon)
  })
  return publisher.publish(rows)
}
