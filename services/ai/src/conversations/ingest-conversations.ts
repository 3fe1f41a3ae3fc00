import type { ConversationInput, conversationOperations } from '@quire/contracts'
import { anyOf, done, type Input, newId, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import { requireAi } from '../ask/require-ready.ts'
import type { Sql } from '../database.ts'
import { refreshClusters } from './clusters.state.ts'
import type { ConversationContext } from './context.ts'
import { issuesOf, storedSubject } from './issues-of-conversation.ts'

/** Conversations that are stored for one organization, and for all organizations of one account. */
const maxStored = { organization: 10_000, account: 30_000 }

type Ingest = ConversationContext & Input<typeof conversationOperations.ingestConversation>

/**
 * Stores what conversations ask, and has it clustered. A conversation that is stored already is replaced; beyond the
 * bound of the organization the oldest ones make room (docs/interface.md#conversations).
 */
export async function ingestConversation(context: Ingest) {
  const { sql, params, body, deps, afterCommit } = context
  const { organizationId } = params
  await requireAi(sql, organizationId)
  const now = deps.now()
  const given = new Map((Array.isArray(body) ? body : [body]).map((one) => [one.id, one]))
  const room = await lockedRoom(sql, organizationId)
  if (room < given.size)
    throw new Refusal(
      429,
      `Your account has ${maxStored.account} conversations, which is as many as it may have.`,
      { 'Retry-After': '86400' },
      'conversations',
    )
  const rows = [...given.values()].map((one) => conversationRow(one, organizationId, now))
  const embedded = await embeddedQuestions(sql, organizationId, rows)
  const touched = await removeWhere(sql, organizationId, externalIds(rows))
  await sql.insertInto('conversation').values(rows).execute()
  const issues = rows.flatMap((row) => issueRows(row, given.get(row.external_id), embedded))
  if (issues.length > 0) await sql.insertInto('conversation_issue').values(issues).execute()
  const dropped = await removeWhere(sql, organizationId, beyond(organizationId, room))
  await refreshClusters(sql, [...touched, ...dropped], now)
  await raw`
    update conversation_queue set asks = asks + 1, due_at = now(),
      conversations = (select count(*) from conversation where organization_id = ${organizationId})
    where id = ${organizationId}`.execute(sql)
  afterCommit(deps.wakeClustering)
  return done()
}

/** Locks the organization's row, which serializes all changes of its conversations, and returns its bound. */
async function lockedRoom(sql: Sql, organizationId: string): Promise<number> {
  const { rows } = await raw<{ others: number }>`
    with mine as (
      insert into conversation_queue (id, account, origin)
      select ${organizationId}, holder.account, coalesce(made.state ->> 'origin', holder.account)
      from (select) one
      left join organization made on made.id = ${organizationId}
      cross join lateral (
        select coalesce(made.state ->> 'madeBy', 'organization ' || ${organizationId}::text) as account
      ) holder
      on conflict (id) do update set account = excluded.account, origin = excluded.origin
      returning id, account
    )
    select coalesce(sum(other.conversations), 0)::int as others
    from mine left join conversation_queue other on other.account = mine.account and other.id <> mine.id`.execute(sql)
  return Math.min(maxStored.organization, maxStored.account - (rows[0]?.others ?? 0))
}

type ConversationRow = ReturnType<typeof conversationRow>

/** Conversations that a token hands over have one source, whoever hands them over: the same id stays the same conversation. */
function conversationRow(given: ConversationInput, organizationId: string, now: Date) {
  const created = given.metadata?.createdAt === undefined ? now : new Date(given.metadata.createdAt)
  return {
    id: newId(),
    organization_id: organizationId,
    source: `integration:api:${organizationId}`,
    external_id: given.id,
    subject: storedSubject(given.subject),
    url: given.metadata?.url ?? null,
    created_at: created < now ? created : now,
    ingested_at: now,
  }
}

interface EmbeddedQuestion {
  question: string
  vector: Buffer | null
  vector_model: string | null
}

/** Returns the vectors of the questions of conversations that are replaced, so that these are not paid for again. */
async function embeddedQuestions(sql: Sql, organizationId: string, rows: readonly ConversationRow[]) {
  const found = await raw<EmbeddedQuestion>`
    select question, vector, vector_model from conversation_issue
    where vector is not null and conversation_id in (
      select id from conversation where organization_id = ${organizationId} and ${externalIds(rows)})`.execute(sql)
  return new Map(found.rows.map((one) => [one.question, one]))
}

const issueRows = (
  row: ConversationRow,
  given: ConversationInput | undefined,
  embedded: ReadonlyMap<string, EmbeddedQuestion>,
) =>
  (given ? issuesOf(given) : []).map((issue) => ({
    ...issue,
    vector: embedded.get(issue.question)?.vector ?? null,
    vector_model: embedded.get(issue.question)?.vector_model ?? null,
    id: newId(),
    organization_id: row.organization_id,
    conversation_id: row.id,
    created_at: row.created_at,
    ingested_at: row.ingested_at,
  }))

const externalIds = (rows: readonly ConversationRow[]) =>
  raw<boolean>`(source, external_id) in (select * from unnest(
    ${rows.map(({ source }) => source)}::text[], ${rows.map((row) => row.external_id)}::text[]))`

/** The oldest conversations of an organization, beyond the number that it may have. */
const beyond = (organizationId: string, room: number) =>
  raw<boolean>`id in (
    select id from conversation where organization_id = ${organizationId} order by id desc offset ${room})`

/** Removes conversations of an organization; returns the clusters of their issues. */
async function removeWhere(sql: Sql, organizationId: string, where: ReturnType<typeof raw<boolean>>) {
  const found = await sql
    .selectFrom('conversation')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(where)
    .execute()
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const clusters = await sql
    .deleteFrom('conversation_issue')
    .where('conversation_id', '=', anyOf(ids))
    .returning('cluster_id')
    .execute()
  await sql.deleteFrom('conversation').where('id', '=', anyOf(ids)).execute()
  return clusters.flatMap(({ cluster_id }) => cluster_id ?? [])
}
