import { posix } from 'node:path'
import { badRequest, guardedClient, guardedPoster, type Position, readUntil, transact } from '@quire/kit'
import type { Sql } from '../database.ts'
import { type ImportBase, openBase } from '../imports/import-base.ts'
import { requireRoomFor } from '../imports/import-bounds.ts'
import type { PlanOptions } from '../imports/import-plan.ts'
import { planImport } from '../imports/plan-import.ts'
import { complete } from '../imports/runs/commit-run.ts'
import { importInto, type Performance, type PerformDependencies } from '../imports/runs/perform-run.ts'
import type { EarlierImport } from '../imports/source-files.ts'
import { openRevision } from '../pages/open-revision.ts'
import { outOfRoom } from '../storage/files/disk.ts'
import { textsReferringTo } from '../storage/revisions/document-store.ts'
import { emptyRoots } from '../storage/revisions/revision-entries.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import type { ClaimedRun } from '../tables/runs.tables.ts'
import { changeSpace } from '../workspace/tree/spaces.state.ts'
import { createFromCommit } from './commit-import.ts'
import { sourceOfRemote } from './git-remote.ts'
import type { Repository } from './git-repository.ts'
import { findGitState, type GitState, gitInfoOf, requireNoConflict } from './git-state.ts'
import { type GitRunNeeds, type OpenTask, openTask, requireDue, withRepository } from './git-task.ts'
import { lfsFrom } from './lfs.ts'
import { committerEmail } from './people.ts'
import { specificationsFor } from './previews/preview-specifications.ts'
import { requireRecorded } from './pushes.ts'
import { openBlobReader } from './read-blobs.ts'
import { cachedSummaries } from './read-summary.ts'
import { sourcesOf } from './repository-sources.ts'
import { changedPaths, listTree, readCommit, type TreeFile } from './repository-tree.ts'
import { GitFailure } from './run-git.ts'

const field = 'body.url'

/** Performs an import from a repository: reads the ref, and makes its content live, or a revision beside it. */
export async function performGitImport(
  performing: PerformDependencies,
  git: GitRunNeeds,
  run: ClaimedRun,
  { signal, progress }: Performance,
): Promise<Position | undefined> {
  const { database, deps } = performing
  const sql = readUntil(signal, database) as unknown as Sql
  const open = openTask(run, git.sealer)
  const { task } = open
  await requireDue(sql, run, open, deps)
  return withRepository(git, run, open, signal, async (repository) => {
    const oid = await repository.fetch(task.ref)
    if (oid === undefined) throw badRequest('body.ref', `the repository has no ${task.ref}`)
    const isCompared = !task.standalone && !task.force
    const state = isCompared ? await findGitState(sql, run.space_id, task) : undefined
    const isElsewhere = state !== undefined && state.tree_url !== (task.treeUrl ?? null)
    const isSame = state?.commit_oid === oid && !isElsewhere
    if (isSame && (await hasLayout({ sql, deps }, run, state))) return completeUnchanged(performing, run, open, state)
    if (isCompared) {
      await requireNoConflict(sql, run.space_id)
      await requireRecorded(sql, run.space_id, task, oid)
    }
    const commit = await readCommit(repository.git, oid, signal)
    const isOwn = commit.committerEmail === committerEmail(deps.publicUrl)
    const bounds = deps.imports.bounds
    await using blobs = openBlobReader(repository.git, signal)
    await using web = guardedClient({ allow: git.allow })
    await using poster = guardedPoster({ allow: git.allow })
    const lfs = lfsFrom({ web, poster, access: repository.lfs, signal })
    const read = (options: Omit<PlanOptions, 'field'>) =>
      outOfRoom(async () => {
        const { files, problems } = await listTree(repository.git, { commit: oid, directory: task.directory, signal })
        const found = sourcesOf(files, { blobs, lfs })
        await requireRoomFor(bounds, found.files)
        const specification = specificationsFor({ sql, deps }, run)
        const since = { repository, from: state?.commit_oid, to: oid, directory: task.directory, signal }
        const changed = await changesSince(since)
        const base = changed && (await baseOf({ sql, deps }, run, state))
        const earlier = base && { ...(await earlierImport(sql, base, files, changed)), isElsewhere }
        const outside = task.treeUrl === undefined ? {} : { outside: outsideOf(task.treeUrl, task.directory) }
        const reading = {
          ...options,
          ...found,
          ...outside,
          earlier,
          readSummary: cachedSummaries(git.summaries, options.parser),
          problems,
          specification,
          progress,
          field,
          signal,
        }
        return planImport(found.files, reading)
      })
    return importInto(performing, run, {
      ...{
        sql,
        read,
        signal,
        isWhole: true,
        isGivenBack: true,
        isOfSource: state !== undefined,
        // Whoever opens a pull request may be a stranger, and could uncover what was made here below a page.
        isAlone: task.preview !== undefined,
        address: sourceOfRemote(task, task.directory),
      },
      open: () => baseOf({ sql, deps }, run, state),
      create: createFromCommit({ open, commit, isOwn, state, signal }),
    })
  })
}

/** Files that say something about others; where one of them differs, all are read. */
const tellsOfOthers = /(^|\/)(?:\.gitbook\.ya?ml|gitbook-docs\.yaml|docs\.yaml|vars\.yaml)$/

interface Since {
  repository: Repository
  from: string | undefined
  to: string
  directory: string
  signal: AbortSignal
}

/** Returns the files that differ from the commit before, if that is known and none of them tells of others. */
async function changesSince({ repository: { git, has }, from, ...terms }: Since) {
  if (from === undefined) return undefined
  const compare = () => changedPaths(git, { from, ...terms })
  const changed = await compare().catch(async (error: unknown) => {
    // A repository that was retained has the commit; another one has to ask for it.
    if (!(error instanceof GitFailure)) throw error
    return (await has(from)) ? compare() : undefined
  })
  return changed && [...changed.keys()].some((path) => tellsOfOthers.test(path)) ? undefined : changed
}

async function earlierImport(
  sql: Sql,
  { revision: { roots, store }, storage }: ImportBase,
  files: readonly TreeFile[],
  changed: EarlierImport['changed'],
): Promise<Omit<EarlierImport, 'isElsewhere'>> {
  const [pages, stored, reusableContents] = await Promise.all([
    entries(storage.nodes, roots.pages),
    entries(storage.nodes, roots.files),
    entries(storage.nodes, roots.reusables),
  ])
  return {
    ...{ pages, files: stored, reusableContents, changed },
    oids: new Map(files.map(({ path, oid }) => [path.normalize(), oid])),
    textsLinkingTo(ids) {
      const texts = [...pages, ...reusableContents].flatMap(([, { document }]) => document ?? [])
      return textsReferringTo(sql, store, texts, ids)
    },
  }
}

/** Returns the function that finds the address of another file of the repository, in the tree that people see. */
function outsideOf(treeUrl: string, directory: string) {
  const base = treeUrl.replace(/\/+$/, '')
  return (path: string) => {
    const whole = posix.join(directory, path)
    if (whole === '..' || whole.startsWith('../') || whole.startsWith('/')) return undefined
    return `${base}/${whole.split('/').map(encodeURIComponent).join('/')}`
  }
}

/** The content that the commit is compared with: that of the commit before it, or else the live one. */
async function baseOf(
  context: Parameters<typeof openBase>[0],
  run: ClaimedRun,
  state: GitState | undefined,
): Promise<ImportBase> {
  const live = run.git?.standalone ? undefined : await openBase(context, run)
  if (!state) return live ?? (await openLiveOf(context, run))
  const { revision, storage } = await openRevision(context, run.space_id, state.revision)
  return { revision, storage, into: undefined }
}

async function openLiveOf(
  context: Parameters<typeof openBase>[0],
  { space_id: spaceId }: ClaimedRun,
): Promise<ImportBase> {
  const space = context.sql.selectFrom('space').select('revision').where('id', '=', spaceId)
  const { revision: id } = await space.executeTakeFirstOrThrow()
  const { revision, storage } = await openRevision(context, spaceId, id)
  return { revision, storage, into: undefined }
}

/** True if the layout of the source was recorded; an export is refused without that of a repository that has one. */
async function hasLayout(
  context: Parameters<typeof openRevision>[0],
  { space_id: spaceId }: ClaimedRun,
  state: GitState,
): Promise<boolean> {
  const { revision } = await openRevision(context, spaceId, state.revision)
  return revision.roots.sources !== emptyRoots().sources
}

/** Completes the import of a commit that the space has already. */
async function completeUnchanged(
  { database, publisher, deps }: PerformDependencies,
  run: ClaimedRun,
  { task, at }: OpenTask,
  state: GitState,
): Promise<Position | undefined> {
  const waiting = { caller: `imports of ${run.organization_id}`, signal: new AbortController().signal }
  const { rows } = await transact(database, waiting, async (_, never, emit) => {
    const sql = never as unknown as Sql
    const now = deps.now()
    const change = gitInfoOf(task, now)
    const space = sql.selectFrom('space').select('revision').where('id', '=', run.space_id)
    const { revision } = await space.executeTakeFirstOrThrow()
    if (change.git_sync !== undefined) await changeSpace({ sql, emit }, run.space_id, change)
    await sql.updateTable('space_git').set({ at }).where('space_id', '=', run.space_id).where('at', '<', at).execute()
    await sql.updateTable('import_run').set({ git_commit: state.commit_oid }).where('id', '=', run.id).execute()
    await complete({ sql, emit }, run, { revision, completed_at: now })
  })
  return publisher.publish(rows)
}
