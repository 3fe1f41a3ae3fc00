import { setTimeout } from 'node:timers/promises'
import { actingOnSpace } from '@quire/access'
import type { ImportContentResult } from '@quire/contracts'
import { importOperations } from '@quire/contracts'
import type { Position } from '@quire/kit'
import { badRequest, conflict, created, notFound, prepared, Refusal, unavailable } from '@quire/kit'
import type { z } from 'zod'
import type { Sql } from '../../database.ts'
import { type ImportRunRow, isUnderWay } from '../../tables/runs.tables.ts'
import { recordGitRun } from '../../workspace/tree/record-git-run.ts'
import { lockSpace } from '../../workspace/tree/spaces.state.ts'
import { type ImportsContext, implement } from '../context.ts'
import type { RunEnds } from './run-ends.ts'
import { listRuns, visibleRun } from './runs.list.ts'
import { presentRun } from './runs.present.ts'
import { runOfCall, startRun } from './start-run.ts'
import { requireUploads } from './uploads-of-run.ts'

/** Time within which the end of a run is normally published after its commit. */
const publishesWithinMs = 500

/** Interval at which a waiting caller polls for an end that it did not receive. */
const pollEveryMs = 5000

interface Wait {
  sql: Sql
  ends: RunEnds
  timeoutMs: number
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

interface EndedRun {
  run: ImportRunRow
  /** Position of the run's events in the stream, if it was received. */
  position: Position | undefined
}

/** An operation that imports into the target in its path. */
type ImportCall = ImportsContext & {
  params: { spaceId: string; changeRequestId?: string; pageId?: string }
  body: { url: string; source: string; skipUnusedFiles?: boolean | undefined }
}

/**
 * Starts an import, or joins the same one that the caller has in progress, and waits for it. The run continues if the
 * caller disconnects or this process ends; a call that is repeated with its Idempotency-Key returns the same run.
 */
const importCall = prepared(
  async (context: ImportCall) => {
    const { sql, deps, params, body, signal } = context
    const { ends, wake, timeoutMs } = deps.imports
    const source = {
      source: body.source,
      url: body.url,
      files: null,
      is_call: true,
      skip_unused_files: body.skipUnusedFiles ?? false,
    }
    const id = (await runOfCall(context)) ?? (await startRun(context, { target: params, source }))
    wake()
    return untilCompleted({ sql, ends, timeoutMs, signal }, id)
  },
  async ({ covers }, { run, revision, position }) => {
    covers(position)
    const { imported_resources: importedResources, total_resources: totalResources } = run
    const result: z.input<typeof ImportContentResult> = { revision, importedResources, totalResources }
    return created(result)
  },
)

export const importRoutes = implement(importOperations, {
  importContent: importCall,
  importContentInPageById: importCall,
  importContentInChangeRequest: importCall,
  importContentInChangeRequestPageById: importCall,

  async startImportRun(context) {
    const { access, body, caller, sql, deps, afterCommit } = context
    const { space: spaceId, changeRequest: changeRequestId, page: pageId } = body.target
    const { id: memberId, userId, organizationId } = access.member
    const person = { userId, memberId, kind: caller.kind, tokenId: caller.tokenId ?? null }
    await actingOnSpace(sql, person, { spaceId, organizationId, role: 'edit' }, deps)
    const files = 'files' in body.source ? [...new Set(body.source.files)] : null
    if (files) await requireUploads(context, files)
    const source = { url: 'url' in body.source ? body.source.url : null, files }
    const id = await startRun(context, {
      target: { spaceId, changeRequestId, pageId },
      source: {
        ...source,
        source: body.source.type,
        is_call: false,
        skip_unused_files: body.skipUnusedFiles ?? false,
      },
    })
    afterCommit(deps.imports.wake)
    return created(await readAndPresent(context, id))
  },

  listImportRuns: listRuns,

  async getImportRun(context) {
    return presentFor(context, await visibleRun(context))
  },

  async cancelImportRun(context) {
    const run = await visibleRun(context)
    await cancel(context, run)
    context.afterCommit(() => context.deps.imports.ends.publish({ id: run.id }))
    return created(await readAndPresent(context, run.id))
  },
})

/** Cancels a run. Has no effect if it is cancelled already; throws 400 if it ended otherwise. */
async function cancel(context: ImportsContext, { id, git, space_id: spaceId }: ImportRunRow): Promise<void> {
  const { sql, deps } = context
  // Before the run, as whoever completes it does.
  if (git) await lockSpace(context, spaceId)
  const row = await sql.selectFrom('import_run').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row || row.status === 'cancelled') return
  if (!isUnderWay(row)) throw badRequest('importRunId', `names an import that has ended: it is ${row.status}`)
  await sql
    .updateTable('import_run')
    .set({ status: 'cancelled', updated_at: deps.now(), claim: null, claimed_until: null, git_secret: null })
    .where('id', '=', id)
    .execute()
  if (row.status === 'in-progress') await recordGitRun(context, row, { state: 'failure' })
}

async function readAndPresent(context: ImportsContext, id: string) {
  const found = context.sql.selectFrom('import_run').selectAll().where('id', '=', id)
  return presentFor(context, await found.executeTakeFirstOrThrow())
}

const presentFor = ({ deps, access }: ImportsContext, row: ImportRunRow) =>
  presentRun(row, { publicUrl: deps.publicUrl, memberId: access.member.id })

/** Waits for a run to complete. Throws the Refusal that it failed with, or 503 after the timeout. */
async function untilCompleted(wait: Wait, id: string): Promise<EndedRun & { revision: string }> {
  const ended = await untilEnded(wait, id)
  if (!ended) throw unavailable(`The import goes on: watch import run ${id}.`, 30)
  const { status, refusal, reason, revision } = ended.run
  if (status === 'completed' && revision !== null) return { ...ended, revision }
  if (status === 'cancelled') throw conflict('The import was cancelled.')
  if (refusal === null) throw new Error(`import run ${id} failed`)
  throw new Refusal(refusal, reason ?? '', refusal === 503 ? { 'Retry-After': '10' } : {})
}

async function untilEnded({ sql, ends, timeoutMs, signal }: Wait, id: string): Promise<EndedRun | undefined> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  for (let position: Position | undefined; ; ) {
    const received = ends.next(id, AbortSignal.any([over, AbortSignal.timeout(pollEveryMs)]))
    const run = await sql.selectFrom('import_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (!run) throw notFound('The import')
    if (!isUnderWay(run)) {
      position ??= (await Promise.race([received, setTimeout(publishesWithinMs)]))?.position
      return { run, position }
    }
    position = (await received)?.position
    signal.throwIfAborted()
    if (over.aborted) return undefined
  }
}
