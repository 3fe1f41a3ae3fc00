import { conflict } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { Exports, TreeBefore } from '../exports/archive/exports.ts'
import type { ArchivePlan, TargetTree } from '../exports/archive/plan-archive.ts'
import { hasSameText } from '../exports/archive/unchanged-texts.ts'
import type { ImportsParser } from '../imports/context.ts'
import type { Performance } from '../imports/runs/perform-run.ts'
import type { OpenRevision } from '../pages/open-revision.ts'
import type { PageEntry } from '../storage/revisions/revision-entries.ts'
import type { ClaimedRun } from '../tables/runs.tables.ts'
import { type Change, changesOf, type Origin, onTopOf, spellingIn, type Tree, treeOfFiles } from './compare-tree.ts'
import { sourceOfRemote } from './git-remote.ts'
import type { Repository } from './git-repository.ts'
import type { GitState } from './git-state.ts'
import type { OpenTask } from './git-task.ts'
import { makeCommit } from './make-commit.ts'
import { pathsOfOthers } from './paths-of-others.ts'
import { committer, findAuthors } from './people.ts'
import { listTree, parentOf } from './repository-tree.ts'
import { requireSameLayout } from './require-same-layout.ts'

export interface Exporting {
  sql: Sql
  run: ClaimedRun
  open: OpenTask
  exports: Exports
  parser: ImportsParser
  publicUrl: string
  now: () => Date
  live: OpenRevision
  /** What both had in common, and the revision with that content. */
  state: GitState | undefined
  before: OpenRevision | undefined
  performance: Performance
  /** Called with a commit before it is pushed. */
  announce: (commit: string) => Promise<void>
}

/** The result of an export: the commit with the content, and where everything of the space is in it. */
export interface Exported {
  commit: string
  origins: Origin[]
  /** False if the commit has changes that the space lacks. */
  isSame: boolean
}

/** The changes that an export makes in a repository. */
interface Comparison extends Omit<Exported, 'commit'> {
  /** The commit of the ref; undefined if there is no such ref. */
  tip: string | undefined
  /** The commit that the changes go on top of: for a ref that does not exist, that of the default branch. */
  parent: string | undefined
  atTip: Tree
  wanted: Change[]
}

/**
 * Compares the content of a space with a repository. Throws 409 if others changed the same files: a branch that was deleted
 * begins again at the default branch, which may have changed since as any branch may. `isPushed` repeats the comparison by
 * which the commit at the ref was made: the files that it brought are not taken for those of others.
 */
export async function compareExport(
  { open, exports, parser, live, state, before, performance }: Exporting,
  repository: Repository,
  { isPushed = false } = {},
): Promise<Comparison> {
  const { task } = open
  const { signal, progress } = performance
  const tip = await repository.fetch(task.ref)
  const parent = tip ?? (await repository.fetch('HEAD'))
  const { tree: atTip, left: leftAtTip } = await treeOf(repository, parent, task.directory, signal)
  const hasMoved = state !== undefined && parent !== undefined && parent !== state.commit_oid
  const isForced = task.force === true
  const isKnown = hasMoved && (await repository.has(state.commit_oid))
  const advice =
    tip === undefined ? `It has no ${task.ref} any more: make it again, or force the export.` : 'Import first.'
  if (hasMoved && !isKnown && !isForced)
    throw conflict(`The repository has commits that the space lacks, and not the one that it had last. ${advice}`)
  const { tree: base, left } = isKnown
    ? await treeOf(repository, state.commit_oid, task.directory, signal)
    : (isPushed && (await treeBelow(repository, tip, task.directory, signal))) || { tree: atTip, left: [] }
  // A new branch has nothing of the space, and neither has one whose commits are not known.
  const isBase = isKnown || (state !== undefined && parent === state.commit_oid)
  const source = sourceOfRemote(task, task.directory)
  const isOfRemote: TreeBefore['isOfTree'] = ({ importSource }) => importSource === source
  const isOfTree: TreeBefore['isOfTree'] = (entry) => isBase && isOfRemote(entry)
  const links = [...new Set([...left, ...leftAtTip])]
  const tree: TargetTree = {
    others: links,
    // A name that one repository has is one that another may have too.
    hasName: (path, oid) => oid !== undefined || base.has(path.normalize()) || atTip.has(path.normalize()),
    isGone: (path, page) => page.git?.oid !== undefined && isOfTree(page) && !base.has(path.normalize()),
  }
  const plansIn = async (tree: TargetTree) => {
    const planBefore = before && (await exports.plan(before, tree))
    const was = new Map(planBefore?.texts.map(({ id, entry }) => [id, entry]))
    const isAsBefore = (page: PageEntry, id: string) => {
      const other = was.get(id)
      return other !== undefined && 'slug' in other && other.slug === page.slug && hasSameText(page, other)
    }
    const isGone: TargetTree['isGone'] = (path, page, id) => tree.isGone(path, page, id) && isAsBefore(page, id)
    return { plan: await exports.plan(live, { ...tree, isGone }), planBefore }
  }
  const filesOf = (revision: OpenRevision) => (plan: ArchivePlan) =>
    exports.files(revision, signal, { plan, before: undefined })
  const planned = await plansIn(tree)
  const { others, own } = await pathsOfOthers({
    ...{ base, isBase, isOfTree, isOfRemote, open: exports.open },
    now: { plan: planned.plan, filesOf: filesOf(live) },
    before: before && planned.planBefore && { plan: planned.planBefore, filesOf: filesOf(before) },
  })
  const { plan, planBefore } = others.length > 0 ? await plansIn({ ...tree, others: [...links, ...others] }) : planned
  await requireSameLayout(plan, { git: repository.git, base, atTip, parser, signal })
  const { changes, origins } = await changesOf({
    files: exports.files(live, signal, {
      plan,
      before: planBefore && {
        plan: planBefore,
        oidAt: (path) => base.get(path.normalize())?.oid,
        isOfTree,
      },
    }),
    open: exports.open,
    base,
    atTip,
    own,
    onProgress: (done) => progress({ importedResources: done, totalResources: done }),
  })
  return { tip, parent, atTip, origins, ...onTopOf(changes, { base, atTip, isForced, advice }) }
}

/** Commits what differs from a repository on top of the ref and pushes it; undefined if somebody pushed meanwhile. */
export async function pushExport(exporting: Exporting, repository: Repository): Promise<Exported | undefined> {
  const { sql, run, open, state, performance } = exporting
  const { task } = open
  const { tip, parent, atTip, wanted, origins, isSame } = await compareExport(exporting, repository)
  if (wanted.length === 0 && tip !== undefined) return { commit: tip, origins, isSame }
  if (wanted.length === 0 && parent === undefined) throw conflict('The space has nothing to export.')
  const commit = wanted.length === 0 ? (parent ?? '') : await commitOf()
  await exporting.announce(commit)
  return (await repository.push(commit, task.ref)) ? { commit, origins, isSame } : undefined

  async function commitOf(): Promise<string> {
    const after = state?.exported ?? undefined
    const spelled = spellingIn(atTip)
    const { people, subjects } = await findAuthors(sql, { spaceId: run.space_id, after, fallback: run.user_id })
    return makeCommit(repository.git, {
      parent,
      directory: task.directory,
      changes: wanted.map((change) => ({ ...change, path: spelled(change.path) })),
      message: task.message ?? messageOf(subjects),
      people,
      committer: committer(exporting.publicUrl),
      at: exporting.now(),
      signal: performance.signal,
    })
  }
}

/** The subject of the change request that was merged since the last commit, or a list of all of them. */
function messageOf(subjects: readonly string[]): string {
  const [only, ...others] = subjects
  if (only !== undefined && others.length === 0) return only
  const list = others.length > 0 ? ['', ...subjects.map((one) => `* ${one}`)] : []
  return ['Update the documentation', ...list].join('\n')
}

interface CommitTree {
  tree: Tree
  /** Paths of what is no file, such as a link. */
  left: string[]
}

/** Returns the tree that a commit was made on top of; undefined if the server does not give it any more. */
async function treeBelow(
  repository: Repository,
  commit: string | undefined,
  directory: string,
  signal: AbortSignal,
): Promise<CommitTree | undefined> {
  if (commit === undefined) return undefined
  const parent = await parentOf(repository.git, commit, signal)
  if (parent !== undefined && !(await repository.has(parent))) return undefined
  return treeOf(repository, parent, directory, signal)
}

async function treeOf(
  { git }: Repository,
  commit: string | undefined,
  directory: string,
  signal: AbortSignal,
): Promise<CommitTree> {
  if (commit === undefined) return { tree: new Map(), left: [] }
  const { files, left } = await listTree(git, { commit, directory, signal, mayBeEmpty: true })
  return { tree: treeOfFiles(files), left }
}
