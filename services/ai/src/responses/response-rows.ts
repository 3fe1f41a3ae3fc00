import { hash } from 'node:crypto'
import type { Asker, StoredResponseEvent } from '@quire/contracts'
import { anyOf, notFound, Refusal, unavailable } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** Responses that are written at a time: of one holder, and of all visitors of a site. */
const maxRunning = { ofHolder: 4, ofVisitors: 32 }
/** Responses of a site that are retained, beside the bound on their age. Visitors choose claims, and so who they are. */
const maxRetained = { ofAsker: 50, ofHolder: 500, ofVisitors: 2000 }
/** True if a response is a visitor's: the holders of others begin otherwise (`holderOf`). */
const isOfVisitor = raw<boolean>`starts_with(holder, 'site ')`
const isRunning = raw<boolean>`state = 'running' and lease_until > now()`
const retention = '1 hour'
const leaseSeconds = 20
/** Questions of a conversation that the next one is understood by. */
const maxQuestions = 10

const rowIdOf = (responseId: string) => hash('sha256', responseId)

const sortedFields = (_: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** The conversation that a response belongs to. */
export interface ResponseOwner {
  organizationId: string
  siteId: string
  asker: Asker
}

/**
 * Equal for the same person on a site, and for its visitors with the same claims, in any order. Visitors without claims
 * are alike on all sites, so the site is a part of it.
 */
const askerKey = ({ organizationId, siteId, asker }: ResponseOwner) =>
  hash('sha256', JSON.stringify([organizationId, siteId, asker], sortedFields))

const ofOwner = (owner: ResponseOwner) =>
  raw<boolean>`organization_id = ${owner.organizationId} and site_id = ${owner.siteId} and asker = ${askerKey(owner)}
    and created_at > now() - interval '${raw.raw(retention)}'`

/** Returns the questions before a message; throws 404 if the previous response is not there, or not the asker's. */
export async function questionsBefore(sql: Sql, owner: ResponseOwner, previousResponseId: string | undefined) {
  if (previousResponseId === undefined) return []
  const previous = await sql
    .selectFrom('ai_response')
    .select('questions')
    .where('id', '=', rowIdOf(previousResponseId))
    .where(ofOwner(owner))
    .executeTakeFirst()
  if (!previous) throw notFound('The previous response')
  return previous.questions
}

/** Stores a response that is about to be written; throws 429 if its holder, or the site, has too many in progress. */
export async function createResponse(
  sql: Sql,
  responseId: string,
  { owner, holder, questions }: { owner: ResponseOwner; holder: string; questions: readonly string[] },
): Promise<void> {
  const { organizationId, siteId } = owner
  const asker = askerKey(owner)
  const isVisitor = 'claims' in owner.asker
  const { numAffectedRows } = await raw`
    insert into ai_response (id, organization_id, site_id, asker, holder, questions, lease_until)
    select ${rowIdOf(responseId)}, ${organizationId}, ${siteId}, ${asker}, ${holder},
      ${questions.slice(-maxQuestions)}, ${inLease}
    where (select count(*) from ai_response where holder = ${holder} and ${isRunning}) < ${raw.lit(maxRunning.ofHolder)}
      and (not ${isVisitor}::boolean or (
        select count(*) from ai_response where site_id = ${siteId} and ${isOfVisitor} and ${isRunning}
      ) < ${raw.lit(maxRunning.ofVisitors)})`.execute(sql)
  if (!numAffectedRows)
    throw new Refusal(
      429,
      'Too many responses are in progress: wait for one to end.',
      { 'Retry-After': '5' },
      'responses',
    )
  // Visitors without claims are one asker, so that one of them would push out what the others are reading.
  await raw`
    delete from ai_response where asker = ${asker} and holder = ${holder} and not (${isRunning}) and created_at < (
      select created_at from ai_response where asker = ${asker} and holder = ${holder}
      order by created_at desc offset ${raw.lit(maxRetained.ofAsker)} limit 1)`.execute(sql)
  if (isVisitor) await deleteOldestOfVisitors(sql, siteId)
}

const deleteOldestOfVisitors = (sql: Sql, siteId: string) =>
  raw`
    delete from ai_response where id in (
      select id from (
        select id, ${isRunning} as is_running,
          row_number() over (partition by holder order by created_at desc) as of_holder,
          row_number() over (order by created_at desc) as of_visitors
        from ai_response where site_id = ${siteId} and ${isOfVisitor}) ranked
      where not is_running
        and (of_holder > ${raw.lit(maxRetained.ofHolder)} or of_visitors > ${raw.lit(maxRetained.ofVisitors)}))`.execute(
    sql,
  )

const inLease = raw<Date>`now() + make_interval(secs => ${raw.lit(leaseSeconds)})`

/** Throws 404 if a response is not there any more, or not the asker's. */
export async function requireResponse(sql: Sql, owner: ResponseOwner, responseId: string): Promise<void> {
  const row = await sql
    .selectFrom('ai_response')
    .select('id')
    .where('id', '=', rowIdOf(responseId))
    .where(ofOwner(owner))
    .executeTakeFirst()
  if (!row) throw notFound('The response')
}

/** Returns the spaces whose sections the writer of a response was given so far. */
export async function spacesOf(sql: Sql, responseId: string): Promise<string[]> {
  const row = await sql
    .selectFrom('ai_response')
    .select('spaces')
    .where('id', '=', rowIdOf(responseId))
    .executeTakeFirst()
  return row?.spaces ?? []
}

/**
 * Stores the next events of a response with the spaces that they rest on, and renews its lease. Returns false if the
 * response was deleted.
 */
export async function appendEvents(
  sql: Sql,
  responseId: string,
  { after, events, spaces }: { after: number; events: readonly StoredResponseEvent[]; spaces: Iterable<string> },
): Promise<boolean> {
  const id = rowIdOf(responseId)
  const rows = events.map((event, at) => ({ number: after + at + 1, event }))
  const renewed = await raw`
    with renewed as (
      update ai_response set lease_until = ${inLease}, spaces = ${[...spaces]} where id = ${id} returning id
    ), appended as (
      insert into ai_response_event (response_id, number, event)
      select renewed.id, given.number, given.event
      from renewed, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (number int, event jsonb)
    )
    select id from renewed`.execute(sql)
  return renewed.rows.length > 0
}

/** Ends a response; a refusal is what its readers get after the events that are there. */
export async function endResponse(sql: Sql, responseId: string, refusal?: Refusal | 'internal'): Promise<void> {
  const known = refusal instanceof Refusal ? { refusal: refusal.status, reason: refusal.message } : {}
  await sql
    .updateTable('ai_response')
    .set({ state: refusal === undefined ? 'ended' : 'failed', ...known })
    .where('id', '=', rowIdOf(responseId))
    .execute()
}

/**
 * Returns the events after the given number; undefined if the response is complete. Throws the refusal of a response that
 * failed, and 503 for one whose process is dead.
 */
export async function eventsAfter(sql: Sql, responseId: string, after: number) {
  // The state is read before the events, which are all there once it is no longer running.
  const { rows } = await raw<{ state: string; refusal: number | null; reason: string | null; isLost: boolean }>`
    select state, refusal, reason, lease_until < now() as "isLost" from ai_response
    where id = ${rowIdOf(responseId)}`.execute(sql)
  const [response] = rows
  if (!response) throw notFound('The response')
  const events = await sql
    .selectFrom('ai_response_event')
    .select(['number', 'event'])
    .where('response_id', '=', rowIdOf(responseId))
    .where('number', '>', after)
    .orderBy('number')
    .limit(100)
    .execute()
  if (events.length > 0) return events
  if (response.state === 'ended') return undefined
  if (response.state === 'failed' && response.refusal !== null && response.reason !== null)
    throw new Refusal(response.refusal, response.reason)
  if (response.state === 'failed' || response.isLost) throw unavailable('The answer broke off: ask again.')
  return []
}

/** Deletes the responses of sites that are removed, with their events. A response in progress finds its row gone, and ends. */
export async function deleteResponsesOfSites(sql: Sql, siteIds: readonly string[]): Promise<void> {
  await sql.deleteFrom('ai_response').where('site_id', '=', anyOf(siteIds)).execute()
}

/** Deletes the responses that rest on spaces which are purged, with their events. */
export async function deleteResponsesOnSpaces(sql: Sql, spaceIds: readonly string[]): Promise<void> {
  await sql.deleteFrom('ai_response').where(raw<boolean>`spaces && ${spaceIds}::text[]`).execute()
}

/** Deletes the responses that are older than they are retained. */
export async function sweepResponses(sql: Sql): Promise<void> {
  await raw`delete from ai_response where created_at < now() - interval '${raw.raw(retention)}'`.execute(sql)
}
