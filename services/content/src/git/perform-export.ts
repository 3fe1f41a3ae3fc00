import { conflict, type Position, readUntil, transact } from '@quire/kit'
import type { Sql } from '../database.ts'
import { goLive } from '../editing/go-live.ts'
import type { Exports } from '../exports/archive/exports.ts'
import { type CommitContext, complete, RunLost } from '../imports/runs/commit-run.ts'
import type { Performance, PerformDependencies } from '../imports/runs/perform-run.ts'
import { type OpenRevision, openLive, openRevision } from '../pages/open-revision.ts'
import type { DraftedRevision } from '../storage/revisions/revision-entries.ts'
import { type NewRevision, writeRevision } from '../storage/revisions/revisions.ts'
import type { ClaimedRun } from '../tables/runs.tables.ts'
import { changeSpace, lockSpace } from '../workspace/tree/spaces.state.ts'
import { sourceOfRemote } from './git-remote.ts'
import type { Repository } from './git-repository.ts'
import { findGitState, gitInfoOf, requireNoConflict, saveGitState } from './git-state.ts'
import { type GitRunNeeds, openTask, requireDue, withRepository } from './git-task.ts'
import { compareExport, type Exported, type Exporting, pushExport } from './push-export.ts'
import { announcePush, findPush, forgetPush } from './pushes.ts'
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
  const { database, jobSql, deps } = performing
  const { signal } = performance
  const sql = readUntil(signal, database) as unknown as Sql
  const open = openTask(run, git.sealer)
  const { task } = open
  await requireDue(sql, run, open, deps)
  if (!task.force) await requireNoConflict(sql, run.space_id)
  const { publicUrl, now } = deps
  const parser = deps.inBackground(signal)
  const exportingOf = async (live: OpenRevision): Promise<Exporting> => {
    const state = await findGitState(sql, run.space_id, task)
    const before = state && (await openRevision({ sql, deps }, run.space_id, state.revision))
    const announce = (commit: string) => announcePush(jobSql(), run, task, { commit, revision: live.revision.id })
    return { sql, run, open, exports, parser, publicUrl, now, live, state, before, performance, announce }
  }
  return withRepository(git, run, open, signal, async (repository) => {
    const push = await findPush(sql, run.space_id, task)
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      // The server may perform a push of an export that was cancelled during this one.
      if (push && (await repository.fetch(task.ref)) === push.commit_oid) {
        const pushed = await exportingOf(await openRevision({ sql, deps }, run.space_id, push.revision))
        await recordPush(performing, pushed, repository)
      }
      const exporting = await exportingOf(await openLive({ sql, deps }, run.space_id))
      const exported = await pushExport(exporting, repository)
      if (!exported) continue
      return record(performing, exporting, exported, (context, revision) =>
        complete(context, run, { revision, completed_at: deps.now() }),
      )
    }
    throw conflict('The Git repository kept changing while the export was written: export again.')
  })
}

/**
 * Records what was pushed by an export that ended before it could: the same comparison as then finds that nothing is left to
 * be pushed, and where everything is. Changes of since are those of the next export.
 */
async function recordPush(performing: PerformDependencies, exporting: Exporting, repository: Repository) {
  const { run, open } = exporting
  // Compared as a forced export is: the earlier one was forced if others had changed the same files.
  const pushed = { ...exporting, open: { ...open, task: { ...open.task, force: true } } }
  const { tip: commit, wanted, origins, isSame } = await compareExport(pushed, repository, { isPushed: true })
  const isPushed = commit !== undefined && wanted.length === 0
  if (!isPushed) return forgetPush(performing.jobSql(), run.space_id)
  await record(performing, exporting, { commit, origins, isSame })
}

/**
 * Records where the content is in the repository: in the live revision, and in the one that the next import is compared
 * with. The latter also counts where the commit has more than the space; then it is imported as well. `conclude` runs in
 * the same transaction, with the id of that revision.
 */
async function record(
  { database, publisher, deps }: PerformDependencies,
  exporting: Exporting,
  exported: Exported,
  conclude?: (context: RecordContext, revision: string) => Promise<void>,
): Promise<Position | undefined> {
  const { run, open, live } = exporting
  const waiting = { caller: `imports of ${run.organization_id}`, signal: new AbortController().signal }
  const importSource = sourceOfRemote(open.task, open.task.directory)
  const drafted = await withOrigins(live.storage, live.revision.roots, exported.origins, importSource)
  const { rows } = await transact(database, waiting, async (_, never, emit, afterCommit) => {
    const context = { sql: never as unknown as Sql, emit, afterCommit, deps }
    const revision = await save(context, exporting, { ...exported, importSource, drafted })
    await conclude?.(context, revision)
    afterCommit(deps.indexSoon)
  })
  return publisher.publish(rows)
}

type RecordContext = Omit<CommitContext, 'userId'>

interface Recorded extends Exported {
  importSource: string
  /** The exported content with its places in the repository; undefined if it has them. */
  drafted: DraftedRevision | undefined
}

async function save(
  context: RecordContext,
  { run, open: { task, at }, state, live }: Exporting,
  { commit, origins, isSame, importSource, drafted }: Recorded,
): Promise<string> {
  const { sql, deps } = context
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
  return common
}
