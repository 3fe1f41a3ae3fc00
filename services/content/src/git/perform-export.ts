import { conflict, type Position, readUntil, transact } from '@quire/kit'
import type { Sql } from '../database.ts'
import { isActive } from '../editing/change-requests/change-requests.rules.ts'
import type { Exports } from '../exports/archive/exports.ts'
import { complete, RunLost } from '../imports/runs/commit-run.ts'
import type { Performance, PerformDependencies } from '../imports/runs/perform-run.ts'
import { type OpenRevision, openLive, openRevision } from '../pages/open-revision.ts'
import type { ClaimedRun } from '../tables/runs.tables.ts'
import { changeSpace } from '../workspace/tree/spaces.state.ts'
import { type Change, changesOf, type Tree } from './compare-tree.ts'
import type { Repository } from './git-repository.ts'
import { findGitState, type GitState, gitInfoOf, saveGitState } from './git-state.ts'
import { type GitRunNeeds, type OpenTask, openTask, requireDue, withRepository } from './git-task.ts'
import { makeCommit } from './make-commit.ts'
import { committer, findAuthors } from './people.ts'
import { listTree } from './repository-tree.ts'

const maxAttempts = 3

interface Exporting {
  sql: Sql
  run: ClaimedRun
  open: OpenTask
  exports: Exports
  publicUrl: string
  now: () => Date
  live: OpenRevision
  state: GitState | undefined
  performance: Performance
}

/** What an export did: the commit that has the content now, and whether the space has all of that commit too. */
interface Exported {
  commit: string | undefined
  isSame: boolean
}

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
  return withRepository(git, run, open, signal, async (repository) => {
    const live = await openLive({ sql, deps }, run.space_id)
    const exporting = { sql, run, open, exports, publicUrl: deps.publicUrl, now: deps.now, live, state, performance }
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const exported = await exportOnce(exporting, repository, deps)
      if (exported) return finish(performing, run, open, { ...exported, revision: live.revision.id })
    }
    throw conflict('The Git repository kept changing while the export was written: export again.')
  })
}

/** Throws 409 as long as the change request with the last conflict is open: an export would decide it. */
async function requireNoConflict(sql: Sql, state: GitState | undefined): Promise<void> {
  if (!state?.change_request) return
  const found = sql.selectFrom('change_request').select(['status', 'number']).where('id', '=', state.change_request)
  const request = await found.executeTakeFirst()
  if (request && isActive(request.status))
    throw conflict(`Change request ${request.number} holds changes of the repository: merge or archive it first.`)
}

/** Commits and pushes once; undefined if somebody pushed meanwhile. */
async function exportOnce(
  exporting: Exporting,
  repository: Repository,
  deps: Parameters<typeof openRevision>[0]['deps'],
): Promise<Exported | undefined> {
  const { sql, run, open, exports, live, state, performance } = exporting
  const { task } = open
  const { signal, progress } = performance
  const tip = await repository.fetch(task.ref)
  const parent = tip ?? (await repository.fetch('HEAD'))
  const atTip = await treeOf(repository, parent, task.directory, signal)
  const hasMoved = state !== undefined && tip !== undefined && tip !== state.commit_oid
  if (hasMoved && !task.force && !(await repository.has(state.commit_oid)))
    throw conflict('The repository has commits that the space lacks, and not the one that it had last: import first.')
  const base = hasMoved && !task.force ? await treeOf(repository, state.commit_oid, task.directory, signal) : atTip
  const before = state && (await openRevision({ sql, deps }, run.space_id, state.revision))
  const changes = await changesOf({
    files: exports.files(live, signal),
    open: exports.open,
    base,
    own: before ? await exports.paths(before) : new Set(),
    onProgress: (done) => progress({ importedResources: done, totalResources: done }),
  })
  const wanted = hasMoved ? withoutEqual(changes, { base, atTip, isForced: task.force === true }) : changes
  if (wanted.length === 0 && tip !== undefined) return { commit: tip, isSame: !hasMoved || task.force === true }
  const { people } = await findAuthors(sql, { spaceId: run.space_id, after: state?.revision, fallback: run.user_id })
  const commit = await makeCommit(repository.git, {
    parent,
    directory: task.directory,
    changes: wanted,
    message: task.message ?? 'Update the documentation',
    people,
    committer: committer(exporting.publicUrl),
    at: exporting.now(),
    signal,
  })
  if (!(await repository.push(commit, task.ref))) return undefined
  return { commit, isSame: !hasMoved || task.force === true }
}

async function treeOf(
  { git }: Repository,
  commit: string | undefined,
  directory: string,
  signal: AbortSignal,
): Promise<Tree> {
  if (commit === undefined) return new Map()
  const { files } = await listTree(git, { commit, directory, signal, mayBeEmpty: true })
  return new Map(files.map((file) => [file.path, file]))
}

/** Leaves out what the commits of others already have. Throws 409 for files that both sides changed. */
function withoutEqual(
  changes: readonly Change[],
  { base, atTip, isForced }: { base: Tree; atTip: Tree; isForced: boolean },
): Change[] {
  const wanted = changes.filter(({ path, oid }) => atTip.get(path)?.oid !== oid)
  const both = wanted.filter(({ path }) => atTip.get(path)?.oid !== base.get(path)?.oid)
  if (both.length === 0 || isForced) return wanted
  const named = both.slice(0, 5).map(({ path }) => path)
  const more = both.length > named.length ? ` and ${both.length - named.length} more` : ''
  throw conflict(`The repository has commits that change the same files: ${named.join(', ')}${more}. Import first.`)
}

async function finish(
  { database, publisher, deps }: PerformDependencies,
  run: ClaimedRun,
  { task, at }: OpenTask,
  { commit, isSame, revision }: Exported & { revision: string },
): Promise<Position | undefined> {
  const waiting = { caller: `imports of ${run.organization_id}`, signal: new AbortController().signal }
  const { rows } = await transact(database, waiting, async (_, never, emit) => {
    const sql = never as unknown as Sql
    const now = deps.now()
    const change = gitInfoOf(task, now)
    if (change.git_sync !== undefined) await changeSpace({ sql, emit }, run.space_id, change)
    if (commit !== undefined && isSame) await saveGitState(sql, run.space_id, task, { commit, revision, at })
    const made = sql
      .updateTable('import_run')
      .set({ git_commit: commit ?? null })
      .where('id', '=', run.id)
    if ((await made.where('claim', '=', run.claim).executeTakeFirst()).numUpdatedRows === 0n) throw new RunLost()
    await complete(sql, run, { revision, completed_at: now })
  })
  return publisher.publish(rows)
}
