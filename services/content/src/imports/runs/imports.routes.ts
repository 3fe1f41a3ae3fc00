import { actingOnSpace } from '@quire/access'
import { importOperations } from '@quire/contracts'
import { badRequest, created } from '@quire/kit'
import { type ImportRunRow, isUnderWay } from '../../tables/runs.tables.ts'
import { type ImportsContext, implement } from '../context.ts'
import { importCall } from './import-call.ts'
import { listRuns, visibleRun } from './runs.list.ts'
import { presentRun } from './runs.present.ts'
import { startRun } from './start-run.ts'
import { requireUploads } from './uploads-of-run.ts'

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
      source: { ...source, source: body.source.type, is_call: false },
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
async function cancel({ sql, deps }: ImportsContext, { id }: ImportRunRow): Promise<void> {
  const row = await sql.selectFrom('import_run').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row || row.status === 'cancelled') return
  if (!isUnderWay(row)) throw badRequest('importRunId', `names an import that has ended: it is ${row.status}`)
  await sql
    .updateTable('import_run')
    .set({ status: 'cancelled', updated_at: deps.now(), claim: null, claimed_until: null })
    .where('id', '=', id)
    .execute()
}

async function readAndPresent(context: ImportsContext, id: string) {
  const found = context.sql.selectFrom('import_run').selectAll().where('id', '=', id)
  return presentFor(context, await found.executeTakeFirstOrThrow())
}

const presentFor = ({ deps, access }: ImportsContext, row: ImportRunRow) =>
  presentRun(row, { publicUrl: deps.publicUrl, memberId: access.member.id })
