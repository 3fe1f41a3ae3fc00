import { actingOnSpace } from '@quire/access'
import { type Database, type Position, type Publisher, transact } from '@quire/kit'
import type { Sql, Writer } from '../../database.ts'
import { findChangeRequest, requireActive } from '../../editing/change-requests/change-requests.rules.ts'
import { commitToBranch } from '../../editing/change-requests/commit-to-branch.ts'
import { recordReferences } from '../../storage/references/reference-spaces.ts'
import { endAnnouncedWrite } from '../../storage/revisions/announced-writes.ts'
import { type ClaimedRun, requesterOf } from '../../tables/runs.tables.ts'
import { notifyOfImport } from '../../workspace/notifications/notify.ts'
import { recordGitRun } from '../../workspace/tree/record-git-run.ts'
import { lockSpace } from '../../workspace/tree/spaces.state.ts'
import type { ImportsContext } from '../context.ts'
import { requireLiveEdits } from '../import-base.ts'
import type { ImportPlan } from '../import-plan.ts'
import type { WrittenImport } from '../write-import.ts'
import { goLiveByRun } from './go-live-by-run.ts'

const maxResultPages = 1000

const maxResultFailures = 100

const maxResultProblems = 200

const maxResultLengths = { path: 1024, problem: 500 }

/** Sources that consist of one page. */
const ofOnePage = ['docx', 'html', 'markdown']

type ResultOfRun = ReturnType<typeof resultOf> & { revision: string; completed_at: Date }

export interface CommitDependencies {
  database: Database
  publisher: Publisher
  deps: ImportsContext['deps']
}

export type CommitContext = Writer & Pick<ImportsContext, 'afterCommit' | 'deps' | 'userId'>

/** Thrown if this process has lost the run: it was cancelled, or another process claimed it. */
export class RunLost extends Error {}

/** Creates the revision of a run; returns its id, or undefined if the target has another revision than the import's. */
export type CreateRevision = (
  context: CommitContext,
  run: ClaimedRun,
  written: WrittenImport,
) => Promise<string | undefined>

/**
 * Creates the revision and completes the run in one transaction. Returns undefined, and changes nothing, if the target
 * has another revision meanwhile. Throws a Refusal if the person may no longer import, and `RunLost`.
 */
export async function commitRun(
  { database, publisher, deps }: CommitDependencies,
  run: ClaimedRun,
  written: WrittenImport & { writing: string },
  signal: AbortSignal,
  create: CreateRevision = run.change_request_id === null ? makeLive : commitToChangeRequest,
): Promise<{ position: Position | undefined } | undefined> {
  const waiting = { caller: `imports of ${run.organization_id}`, signal }
  const { outcome: isMade, rows } = await transact(database, waiting, async (_, never, emit, afterCommit) => {
    const sql = never as unknown as Sql
    const context = { sql, emit, afterCommit, deps, userId: run.user_id }
    const revision = await create(context, run, written)
    if (revision === undefined) return false
    await recordReferences(
      sql,
      { spaceId: run.space_id, userId: run.user_id },
      written.plan.pages.flatMap(({ computed }) => (computed ? [computed.spec] : [])),
    )
    await endAnnouncedWrite(sql, written.writing)
    const target = { spaceId: run.space_id, organizationId: run.organization_id, role: 'edit' as const }
    await actingOnSpace(sql, requesterOf(run), target, deps)
    await complete({ sql, emit }, run, {
      ...resultOf(run, { ...written.plan, problems: written.problems }),
      revision,
      completed_at: deps.now(),
    })
    afterCommit(deps.indexSoon)
    return true
  })
  return isMade ? { position: await publisher.publish(rows) } : undefined
}

/** Makes the import live; returns undefined if the space no longer has the revision that the import was applied to. */
async function makeLive(context: CommitContext, run: ClaimedRun, written: WrittenImport): Promise<string | undefined> {
  const space = await lockSpace(context, run.space_id)
  requireLiveEdits(space)
  if (space.revision !== written.base.revision.id) return undefined
  const { id } = await goLiveByRun(context, run, {
    revision: {
      spaceId: space.id,
      store: space.store,
      changeRequestId: null,
      parents: [space.revision],
      kind: 'import',
      message: null,
      createdBy: run.user_id,
      createdAt: written.createdAt,
    },
    drafted: written.drafted,
    left: written.left,
  })
  return id
}

/** Like `makeLive`, for the branch of a change request. */
async function commitToChangeRequest(
  context: CommitContext,
  run: ClaimedRun,
  { base, createdAt, drafted }: WrittenImport,
) {
  const path = { spaceId: run.space_id, changeRequestId: run.change_request_id ?? '' }
  const changeRequest = await findChangeRequest(context.sql, path, true)
  requireActive(changeRequest)
  const { revision } = base
  if (changeRequest.revision !== revision.id) return undefined
  const next = { store: revision.store, kind: 'import' as const, parents: [revision.id], createdAt }
  return (await commitToBranch(context, changeRequest, next, drafted)).revision
}

/**
 * Completes the run if its claim is still held, so that a process that was cut off, or a cancelled run, changes
 * nothing.
 */
export async function complete(
  writer: Writer,
  run: Pick<ClaimedRun, 'id' | 'claim' | 'git' | 'space_id'>,
  result: Partial<ResultOfRun> & Pick<ResultOfRun, 'completed_at' | 'revision'>,
): Promise<void> {
  const { id, claim } = run
  const completed = await writer.sql
    .updateTable('import_run')
    .set({ ...result, status: 'completed', updated_at: result.completed_at })
    .set({ claim: null, claimed_until: null, git_secret: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (completed.numUpdatedRows === 0n) throw new RunLost()
  await notifyOfImport(writer, id, result.completed_at)
  await recordGitRun(writer, run, { state: 'success', revision: result.revision })
}

/** Returns the result columns of a completed run. Lists are JSON and bounded. */
export function resultOf({ source, url }: Pick<ClaimedRun, 'source' | 'url'>, plan: ImportPlan) {
  const documents = plan.pages.filter(({ type }) => type === 'document')
  const fetched = ofOnePage.includes(source) ? (url ?? undefined) : undefined
  const pages = documents
    .slice(0, maxResultPages)
    .map(({ id, sourceURL = fetched }) => ({ id, ...(sourceURL && { sourceURL }) }))
  const failures = plan.failures.slice(0, maxResultFailures).map(({ path, problem }) => ({
    path: truncate(path, maxResultLengths.path),
    problem: truncate(problem, maxResultLengths.problem),
  }))
  return {
    imported_resources: plan.importedResources,
    total_resources: plan.totalResources,
    unused_files: plan.unused?.files ?? null,
    unused_bytes: plan.unused ? String(plan.unused.bytes) : null,
    failures: JSON.stringify(failures),
    failure_count: plan.failures.length,
    problems: JSON.stringify(
      plan.problems.slice(0, maxResultProblems).map((one) => truncate(one, maxResultLengths.problem)),
    ),
    problem_count: plan.problems.length,
    pages: JSON.stringify(pages),
    page_count: documents.length,
  }
}

/** Truncates a text, without a lone surrogate at its end, which the database rejects. */
const truncate = (text: string, max: number) => text.slice(0, max).toWellFormed()
