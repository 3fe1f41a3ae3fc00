import { actingOnSpace } from '@quire/access'
import { type Database, type Position, type Publisher, transact } from '@quire/kit'
import { findChangeRequest, requireActive } from '../../change-requests/change-requests.rules.ts'
import { continueLine } from '../../change-requests/lines.ts'
import type { ContentContext, Writer } from '../../context.ts'
import type { Sql } from '../../database.ts'
import type { ContentDependencies } from '../../dependencies.ts'
import { goLive } from '../../publishing/live.ts'
import { endWriting } from '../../revisions/unnamed.ts'
import { lockSpace } from '../../structure/spaces.state.ts'
import { requireLiveEdits } from '../base.ts'
import type { WrittenImport } from '../write-import.ts'
import { type ResultOfRun, resultOf } from './result.ts'
import { asker, type ClaimedRun } from './runs.tables.ts'

export interface CommitDependencies {
  database: Database
  publisher: Publisher
  deps: ContentDependencies
}

type CommitContext = Writer & Pick<ContentContext, 'afterCommit' | 'deps' | 'userId'>

/** The run is not this process's any more: it was cancelled, or another process took it. */
export class RunLost extends Error {}

/**
 * Makes the revision and completes the run, in one transaction. Answers undefined, and changes nothing, where the
 * target moved on meanwhile. Throws what the person who asked for it is refused with by now, and `RunLost`.
 */
export async function commitRun(
  { database, publisher, deps }: CommitDependencies,
  run: ClaimedRun,
  written: WrittenImport & { writing: string },
  signal: AbortSignal,
): Promise<{ position: Position | undefined } | undefined> {
  const waiting = { caller: `imports of ${run.organization_id}`, signal }
  const { outcome: isMade, rows } = await transact(database, waiting, async (_, never, emit, afterCommit) => {
    const sql = never as unknown as Sql
    const context = { sql, emit, afterCommit, deps, userId: run.user_id }
    const revision = await (run.change_request_id === null ? makeLive : continueRequest)(context, run, written)
    if (revision === undefined) return false
    await endWriting(sql, written.writing)
    const place = { spaceId: run.space_id, organizationId: run.organization_id, role: 'edit' as const }
    await actingOnSpace(sql, asker(run), place, deps)
    await complete(sql, run, { ...resultOf(run, written.plan), revision, completed_at: deps.now() })
    afterCommit(deps.indexSoon)
    return true
  })
  return isMade ? { position: await publisher.publish(rows) } : undefined
}

/** Undefined where the live content is no longer what the import was put to. */
async function makeLive(context: CommitContext, run: ClaimedRun, written: WrittenImport): Promise<string | undefined> {
  const space = await lockSpace(context, run.space_id)
  requireLiveEdits(space)
  if (space.revision !== written.base.revision.id) return undefined
  const { id } = await goLive(context, {
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
  })
  return id
}

/** The same for the line of a change request. */
async function continueRequest(context: CommitContext, run: ClaimedRun, { base, createdAt, drafted }: WrittenImport) {
  const path = { spaceId: run.space_id, changeRequestId: run.change_request_id ?? '' }
  const changeRequest = await findChangeRequest(context.sql, path, true)
  requireActive(changeRequest)
  const { revision } = base
  if (changeRequest.revision !== revision.id) return undefined
  const next = { store: revision.store, kind: 'import' as const, parents: [revision.id], createdAt }
  return (await continueLine(context, changeRequest, next, drafted)).revision
}

/** Asks for the claim, so that a process that was cut off, or a run that was cancelled, changes nothing. */
async function complete(sql: Sql, { id, claim }: ClaimedRun, result: ResultOfRun): Promise<void> {
  const completed = await sql
    .updateTable('import_run')
    .set({ ...result, status: 'completed', updated_at: result.completed_at, claim: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirst()
  if (completed.numUpdatedRows === 0n) throw new RunLost()
}
