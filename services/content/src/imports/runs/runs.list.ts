import { atLeast, readableSpaceIds, spaceLevel, type Viewer } from '@quire/access'
import type { importOperations } from '@quire/contracts'
import { anyOf, countedUpTo, type Input, keysBefore, listOf, notFound } from '@quire/kit'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import { type ImportRunRow, type ListedRun, listedRunColumns, underWay } from '../../tables/runs.tables.ts'
import type { ImportsContext } from '../context.ts'
import { presentListedRun } from './runs.present.ts'

type ListedRuns = ImportsContext & Input<typeof importOperations.listImportRuns>

/** Lists the runs that the caller started and the runs of spaces that the caller may edit, newest first. */
export async function listRuns(context: ListedRuns) {
  const { sql, page, cursors, deps, access } = context
  const view = { publicUrl: deps.publicUrl, memberId: access.member.id }
  const [after] = keysBefore(page) ?? []
  const cut = after === undefined ? raw`` : raw`and run.id < ${after}`
  const { rows } = await selectVisible<ListedRun>(
    context,
    raw.join(listedRunColumns.map((name) => raw.ref(`run.${name}`))),
    raw`${cut} order by run.id desc limit ${page.limit + 1}`,
  ).execute(sql)
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => presentListedRun(row, view),
    after: ({ id }) => [id],
    count: () => countVisible(context),
  })
}

async function countVisible(context: ListedRuns): Promise<number | undefined> {
  const limit = raw.lit(countedUpTo + 1)
  const { rows } = await selectVisible<object>(context, raw``, raw`limit ${limit}`).execute(context.sql)
  return rows.length > countedUpTo ? undefined : rows.length
}

/** Selects the visible runs from `run`; `rest` follows the conditions. */
function selectVisible<Row>({ access, query }: ListedRuns, columns: RawBuilder<unknown>, rest: RawBuilder<unknown>) {
  const { member } = access
  const asked = query.space === undefined ? raw`` : raw`and s.id = ${query.space}`
  const hasRuns = raw<SqlBool>`exists (select from import_run where space_id = s.id) ${asked}`
  const editable = readableSpaceIds({ member, least: 'edit', where: hasRuns })
  return raw<Row>`
    select ${columns} from import_run run
    where run.organization_id = ${member.organizationId} and run.source <> 'git-export'
      and (run.member_id = ${member.id} or run.space_id in ${editable}) ${wanted(query, member)} ${rest}`
}

function wanted({ space, changeRequest, site, status }: ListedRuns['query'], member: Viewer) {
  const conditions: RawBuilder<unknown>[] = []
  if (space !== undefined) conditions.push(raw`and run.space_id = ${space}`)
  if (changeRequest !== undefined) conditions.push(raw`and run.change_request_id = ${changeRequest}`)
  if (site !== undefined) {
    // Callers who may not read a space must not learn its sites, not even through their own runs.
    const where = raw<SqlBool>`s.id in (select space_id from site_space where site_id = ${site})`
    conditions.push(raw`and run.space_id in ${readableSpaceIds({ member, where })}`)
  }
  if (status === 'active') conditions.push(raw`and run.status = ${anyOf([...underWay])}`)
  else if (status !== undefined) conditions.push(raw`and run.status = ${status}`)
  return raw.join(conditions, raw` `)
}

type RunPath = ImportsContext & { params: { importRunId: string } }

/** Finds a run that is visible to the caller. Throws 404. */
export async function visibleRun({ sql, access, params, deps }: RunPath): Promise<ImportRunRow> {
  const { member } = access
  const run = await sql
    .selectFrom('import_run')
    .selectAll()
    .where('id', '=', params.importRunId)
    .where('organization_id', '=', member.organizationId)
    .executeTakeFirst()
  if (!run) throw notFound('The import')
  if (run.member_id === member.id) return run
  const found = await spaceLevel(sql, { userId: member.userId, spaceId: run.space_id }, deps.isBarred)
  const isOpen = found && !found.isDeleted && found.organizationId === run.organization_id
  if (!isOpen || !atLeast(found.level, 'edit')) throw notFound('The import')
  return run
}
