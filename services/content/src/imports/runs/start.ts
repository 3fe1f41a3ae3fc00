import { keysKeptMs, newId, Refusal } from '@quire/kit'
import { type Insertable, sql as raw } from 'kysely'
import { findChangeRequest } from '../../change-requests/change-requests.rules.ts'
import type { ContentContext } from '../../context.ts'
import { type ImportTarget, openBase } from '../base.ts'
import { type ImportRunRow, type ImportRunTables, underWay } from './runs.tables.ts'

/** What may wait or be under way in one organization. */
const mostUnderWay = 100

interface NewRun {
  target: { spaceId: string; changeRequestId?: string | undefined; pageId?: string | undefined }
  source: Pick<ImportRunRow, 'source' | 'url' | 'files' | 'is_call'>
}

/**
 * Writes a run that waits to be performed; answers its id. A call for what the same person has under way already is
 * answered with that. Throws 404 and 409 where its target takes no import, 429 where too many wait.
 */
export async function startRun(context: ContentContext, { target, source }: NewRun): Promise<string> {
  const run = { ...(await targetOf(context, target)), ...source }
  await openBase(context, run)
  const { access, caller, userId, deps } = context
  const now = deps.now()
  const row = {
    ...run,
    id: newId(),
    organization_id: access.organizationId,
    user_id: userId,
    member_id: access.member.id,
    token_kind: caller.kind,
    token_id: caller.tokenId ?? null,
    repetition: (source.is_call && context.repetition) || null,
    status: 'pending' as const,
    created_at: now,
    updated_at: now,
  }
  // Whatever this one meets may have ended before it is looked up.
  for (;;) {
    const id = (await insert(context, row)) ?? (await sameCall(context, row))
    if (id !== undefined) return id
    await requireRoom(context)
  }
}

async function targetOf(
  { sql }: ContentContext,
  { spaceId, changeRequestId, pageId = null }: { spaceId: string; changeRequestId?: string; pageId?: string | null },
): Promise<ImportTarget> {
  const changeRequest = changeRequestId && (await findChangeRequest(sql, { spaceId, changeRequestId }))
  return { space_id: spaceId, change_request_id: changeRequest ? changeRequest.id : null, page_id: pageId }
}

type NewRow = Insertable<ImportRunTables['import_run']>

/** Undefined where the organization has no room, or where the same call is under way. */
async function insert({ sql }: ContentContext, row: NewRow): Promise<string | undefined> {
  const columns = Object.keys(row).map((name) => raw.ref(name))
  const { rows } = await raw<{ id: string }>`
    insert into import_run (${raw.join(columns)})
    select ${raw.join(Object.values(row))} where ${underWayIn(row.organization_id)} < ${raw.lit(mostUnderWay)}
    on conflict (member_id, space_id, coalesce(change_request_id, ''), coalesce(page_id, ''), source, md5(url))
      where status in ('pending', 'in-progress') and is_call do nothing
    returning id`.execute(sql)
  return rows[0]?.id
}

const underWayIn = (organizationId: string) => raw<number>`(
  select count(*)::int from import_run where organization_id = ${organizationId} and status in ('pending', 'in-progress')
)`

/** The run that the same call began before, under its key, if that has not failed. */
export async function runOfCall({ sql, access, repetition, deps }: ContentContext): Promise<string | undefined> {
  if (repetition === undefined) return undefined
  const run = await sql
    .selectFrom('import_run')
    .select('id')
    .where('member_id', '=', access.member.id)
    .where('repetition', '=', repetition)
    .where('status', 'in', [...underWay, 'completed'])
    .where('created_at', '>', new Date(deps.now().getTime() - keysKeptMs))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.id
}

/** The run goes by the key of the first call that has one. */
async function sameCall({ sql }: ContentContext, row: NewRow): Promise<string | undefined> {
  if (!row.is_call) return undefined
  const same = await sql
    .selectFrom('import_run')
    .select('id')
    .where('is_call', '=', true)
    .where('status', 'in', underWay)
    .where('member_id', '=', row.member_id)
    .where('space_id', '=', row.space_id)
    .where('change_request_id', 'is not distinct from', row.change_request_id ?? null)
    .where('page_id', 'is not distinct from', row.page_id ?? null)
    .where('source', '=', row.source)
    // As the index compares it: else an address that is another one's twin there would be neither written nor found.
    .where(raw`md5(url)`, '=', raw`md5(${row.url ?? null})`)
    .executeTakeFirst()
  if (same && row.repetition) {
    const unnamed = sql.updateTable('import_run').where('id', '=', same.id).where('repetition', 'is', null)
    await unnamed.set({ repetition: row.repetition }).execute()
  }
  return same?.id
}

async function requireRoom({ sql, access }: ContentContext): Promise<void> {
  const { rows } = await raw<{ count: number }>`select ${underWayIn(access.organizationId)} as count`.execute(sql)
  if ((rows[0]?.count ?? 0) < mostUnderWay) return
  throw new Refusal(429, `The organization has ${mostUnderWay} imports under way: wait for some of them to end.`, {
    'Retry-After': '60',
  })
}
