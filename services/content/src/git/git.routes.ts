import { type GitOperation, gitOperations, timestamp } from '@quire/contracts'
import { absent, deleted, done, keysBefore, listOf, notFound, prepared } from '@quire/kit'
import { startRun } from '../imports/runs/start-run.ts'
import type { GitTask } from '../tables/git.tables.ts'
import { isUnderWay, type ListedRun, listedRunColumns } from '../tables/runs.tables.ts'
import { changeSpace, gitProviderOf, lockSpace } from '../workspace/tree/spaces.state.ts'
import { type GitContext, implement } from './context.ts'
import { parseDirectory, parseRef, parseRemote } from './git-remote.ts'
import { secretOf } from './git-task.ts'
import { forgetPush } from './pushes.ts'
import { requirePlace } from './require-place.ts'
import { requireGit } from './run-git.ts'
import { findGitSync } from './sync/sync-rows.ts'

/** The body of an import or an export. */
interface Body {
  url: string
  ref: string
  repoCacheID?: string | undefined
  repoTreeURL?: string | undefined
  repoCommitURL?: string | undefined
  repoProjectDirectory?: string | undefined
  timestamp?: string | undefined
  force?: boolean | undefined
  standalone?: boolean | undefined
  commitMessage?: string | undefined
  gitInfo?: { provider?: 'github' | 'gitlab' | undefined; url?: string | undefined } | undefined
}

export const gitRoutes = implement(gitOperations, {
  importGitRepository: prepared(requireGit, (context) => start(context, 'import', context.body)),
  exportToGitRepository: prepared(requireGit, (context) => start(context, 'export', context.body)),

  async getSpaceGitInfo({ sql, params }) {
    const row = await sql.selectFrom('space').select('git_sync').where('id', '=', params.spaceId).executeTakeFirst()
    const provider = row && gitProviderOf(row)
    if (!provider) throw notFound('The Git provider of the space')
    return provider
  },

  async deleteLegacyGitInstallation(context) {
    const { sql, params } = context
    const space = await lockSpace(context, params.spaceId)
    // A synchronization that was set up here is not one of imports and exports.
    if (await findGitSync(sql, space.id)) return absent()
    await forgetPush(sql, space.id)
    const forgotten = await sql.deleteFrom('space_git').where('space_id', '=', space.id).executeTakeFirst()
    if (!gitProviderOf(space) && forgotten.numDeletedRows === 0n) return absent()
    await changeSpace(context, space.id, { git_sync: null })
    return deleted()
  },

  async listSpaceGitOperations({ sql, params, page, cursors }) {
    const [after] = keysBefore(page) ?? []
    const rows = await sql
      .selectFrom('import_run')
      .select(listedRunColumns)
      .where('space_id', '=', params.spaceId)
      .where('git_at', 'is not', null)
      .$if(after !== undefined, (select) => select.where('id', '<', String(after)))
      .orderBy('id', 'desc')
      .limit(page.limit + 1)
      .execute()
    return listOf({ page, cursors, rows, present: presentOperation, after: ({ id }) => [id] })
  },
})

async function start(
  context: GitContext & { params: { spaceId: string } },
  direction: GitTask['direction'],
  body: Body,
) {
  const { params, deps, afterCommit } = context
  const { url, transport: _, credentials } = parseRemote(body.url, 'body.url')
  const now = deps.now().getTime()
  const task: GitTask = {
    direction,
    url,
    ref: parseRef(body.ref, 'body.ref'),
    directory: parseDirectory(body.repoProjectDirectory, 'body.repoProjectDirectory'),
    ...(body.repoCacheID !== undefined && { cacheId: body.repoCacheID }),
    ...(body.repoTreeURL !== undefined && { treeUrl: body.repoTreeURL }),
    ...(body.repoCommitURL !== undefined && { commitUrl: body.repoCommitURL }),
    ...(body.commitMessage !== undefined && { message: body.commitMessage }),
    ...(body.force && { force: true }),
    ...(body.standalone && { standalone: true }),
    ...(body.gitInfo && { info: infoOf(body.gitInfo) }),
  }
  await requirePlace(context.sql, params.spaceId, task)
  const sealed = credentials && JSON.stringify(credentials)
  await startRun(context, {
    target: { spaceId: params.spaceId },
    source: {
      source: direction === 'import' ? 'git' : 'git-export',
      url,
      files: null,
      is_call: false,
      skip_unused_files: false,
    },
    git: {
      task,
      // A time to come would refuse the operations that follow until then.
      at: new Date(Math.min(body.timestamp === undefined ? now : Date.parse(body.timestamp), now)),
      seal: sealed === undefined ? undefined : (runId) => deps.git.sealer.seal(sealed, secretOf(runId)),
    },
  })
  afterCommit(deps.imports.wake)
  return done()
}

const infoOf = ({ provider, url }: NonNullable<Body['gitInfo']>) => ({
  ...(provider && { provider }),
  ...(url !== undefined && { url }),
})

const states = {
  pending: 'pending',
  'in-progress': 'running',
  completed: 'success',
  failed: 'failure',
  cancelled: 'cancelled',
} as const

function presentOperation(row: ListedRun): GitOperation {
  const { git } = row
  if (!git) throw new Error(`run ${row.id} is no Git operation`)
  return {
    object: 'git-operation',
    id: row.id,
    direction: git.direction,
    state: states[row.status],
    url: git.url,
    ref: git.ref,
    ...(git.directory !== '' && { repoProjectDirectory: git.directory }),
    ...(git.standalone && { standalone: true }),
    startedAt: timestamp(row.started_at ?? row.created_at),
    updatedAt: timestamp(row.updated_at),
    ...(row.completed_at && { completedAt: timestamp(row.completed_at) }),
    completedTasks: row.imported_resources,
    dispatchedTasks: row.total_resources,
    ...(!isUnderWay(row) && row.reason !== null && { error: row.reason.replace(/^body\.[\w.]+: /, '') }),
    ...(row.git_commit !== null && { commit: row.git_commit }),
    ...(row.revision !== null && { revision: row.revision }),
    ...(git.changeRequest !== undefined && { changeRequest: git.changeRequest }),
    createdBy: row.user_id,
  }
}
