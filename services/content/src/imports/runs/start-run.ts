import { conflict, keyRetentionMs, newId, Refusal } from '@quire/kit'
import { type Insertable, sql as raw } from 'kysely'
import { findChangeRequest } from '../../editing/change-requests/change-requests.rules.ts'
import type { GitTask } from '../../tables/git.tables.ts'
import { type ImportRunRow, type ImportRunTables, underWay } from '../../tables/runs.tables.ts'
import { findWorkHolder } from '../../tables/work-holder.ts'
import type { ImportsContext } from '../context.ts'
import { type ImportTarget, openBase } from '../import-base.ts'

/** Runs that may be pending or in progress: in one organization, of one account, and of all accounts of one origin. */
const maxUnderWay = { organization_id: 100, account: 100, origin: 300 }

interface NewRun {
  target: { spaceId: string; changeRequestId?: string | undefined; pageId?: string | undefined }
  source: Pick<ImportRunRow, 'source' | 'url' | 'files' | 'is_call' | 'skip_unused_files'>
  git?: GitRun
}

/** The Git operation that a run performs. */
interface GitRun {
  task: GitTask
  /** Operations of a space are performed in this order. */
  at: Date
  /** Seals the credentials at the location of the run; absent if there are none. */
  seal?: ((runId: string) => string) | undefined
}

/**
 * Creates a pending run and returns its id; a call that equals one that the same person has in progress returns that
 * run. Throws 404 or 409 if the target accepts no import or the same one goes on with another wish, 429 if too many runs are in progress.
 */
export async function startRun(context: ImportsContext, { target, source, git }: NewRun): Promise<string> {
  const run = { ...(await targetOf(context, target)), ...source }
  // An export, and a revision beside the live one, change nothing that a lock keeps.
  if (!git || (git.task.direction === 'import' && !git.task.standalone)) await openBase(context, run)
  const { access, caller, userId, deps } = context
  const now = deps.now()
  const id = newId()
  const row = {
    ...run,
    id,
    ...(git && { git: JSON.stringify(git.task), git_at: git.at, git_secret: git.seal?.(id) ?? null }),
    organization_id: access.organizationId,
    user_id: userId,
    member_id: access.member.id,
    token_kind: caller.kind,
    token_id: caller.tokenId ?? null,
    is_session: caller.isSession ?? false,
    repetition: (source.is_call && context.repetition) || null,
    ...(await findWorkHolder(context.sql, caller, access.organizationId)),
    status: 'pending' as const,
    created_at: now,
    updated_at: now,
  }
  // Repeated, because a conflicting run may end before it is looked up.
  for (;;) {
    const id = (await insert(context, row)) ?? (await sameCall(context, row))
    if (id !== undefined) return id
    await requireCapacity(context, row)
  }
}

async function targetOf(
  { sql }: ImportsContext,
  { spaceId, changeRequestId, pageId = null }: { spaceId: string; changeRequestId?: string; pageId?: string | null },
): Promise<ImportTarget> {
  const changeRequest = changeRequestId && (await findChangeRequest(sql, { spaceId, changeRequestId }))
  return { space_id: spaceId, change_request_id: changeRequest ? changeRequest.id : null, page_id: pageId }
}

type NewRow = Insertable<ImportRunTables['import_run']>

/** Inserts a run; returns undefined if too many are in progress, or the same call is. */
async function insert({ sql }: ImportsContext, row: NewRow): Promise<string | undefined> {
  const columns = Object.keys(row).map((name) => raw.ref(name))
  const { rows } = await raw<{ id: string }>`
    insert into import_run (${raw.join(columns)})
    select ${raw.join(Object.values(row))} where ${raw.join(
      bounds.map((of) => hasRoom(of, row)),
      raw` and `,
    )}
    on conflict (member_id, space_id, coalesce(change_request_id, ''), coalesce(page_id, ''), source, md5(url))
      where status in ('pending', 'in-progress') and is_call do nothing
    returning id`.execute(sql)
  return rows[0]?.id
}

const bounds = ['organization_id', 'account', 'origin'] as const

const hasRoom = (of: (typeof bounds)[number], row: NewRow) => raw<boolean>`(
  select count(*) from import_run where ${raw.ref(of)} = ${row[of]} and status in ('pending', 'in-progress')
) < ${raw.lit(maxUnderWay[of])}`

/** Finds the run that the same call started before with its Idempotency-Key, unless that run failed. */
export async function runOfCall({ sql, access, repetition, deps }: ImportsContext): Promise<string | undefined> {
  if (repetition === undefined) return undefined
  const run = await sql
    .selectFrom('import_run')
    .select('id')
    .where('member_id', '=', access.member.id)
    .where('repetition', '=', repetition)
    .where('status', 'in', [...underWay, 'completed'])
    .where('created_at', '>', new Date(deps.now().getTime() - keyRetentionMs))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.id
}

/** Finds the same call in progress, and gives its run the Idempotency-Key of this call if the run has none. */
async function sameCall({ sql }: ImportsContext, row: NewRow): Promise<string | undefined> {
  if (!row.is_call) return undefined
  const same = await sql
    .selectFrom('import_run')
    .select(['id', 'skip_unused_files'])
    .where('is_call', '=', true)
    .where('status', 'in', underWay)
    .where('member_id', '=', row.member_id)
    .where('space_id', '=', row.space_id)
    .where('change_request_id', 'is not distinct from', row.change_request_id ?? null)
    .where('page_id', 'is not distinct from', row.page_id ?? null)
    .where('source', '=', row.source)
    // Compared by hash like the index: otherwise an address with a colliding hash would be neither inserted nor found.
    .where(raw`md5(url)`, '=', raw`md5(${row.url ?? null})`)
    .executeTakeFirst()
  if (same && same.skip_unused_files !== row.skip_unused_files)
    throw conflict('The same import goes on with another `skipUnusedFiles`: wait for its end, or cancel it.')
  if (same && row.repetition) {
    const unnamed = sql.updateTable('import_run').where('id', '=', same.id).where('repetition', 'is', null)
    await unnamed.set({ repetition: row.repetition }).execute()
  }
  return same?.id
}

/** Throws 429 if too many runs are in progress. */
async function requireCapacity({ sql }: ImportsContext, row: NewRow): Promise<void> {
  const room = raw.join(bounds.map((of) => raw`${hasRoom(of, row)} as ${raw.ref(of)}`))
  const { rows } = await raw<Record<(typeof bounds)[number], boolean>>`select ${room}`.execute(sql)
  const full = bounds.find((of) => rows[0]?.[of] === false)
  if (full === undefined) return
  const message = `${holders[full]} ${maxUnderWay[full]} imports under way: wait for some of them to end.`
  throw new Refusal(429, message, { 'Retry-After': '60' }, 'imports')
}

const holders = {
  organization_id: 'The organization has',
  account: 'Your account has',
  origin: 'The accounts of your address have',
}
