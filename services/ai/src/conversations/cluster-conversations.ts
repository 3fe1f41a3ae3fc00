import {
  type Bus,
  type FairRow,
  fairClaims,
  isContention,
  isOutage,
  type Logger,
  type Loop,
  startClaimedWork,
} from '@quire/kit'
import { indexVersion, type SearchIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import { usesAi } from '../ask/require-ready.ts'
import type { Sql } from '../database.ts'
import type { Indexer } from '../indexing/worker.ts'
import { assignIssues, type LookedUpIssue } from './assign-issues.ts'
import { removeEmptyClusters } from './clusters.state.ts'
import {
  type IssueEmbeddings,
  type IssueMeaning,
  type IssueToEmbed,
  issueMeaning,
  issueVectors,
  sampleSections,
} from './issue-vectors.ts'
import { lookUpIssue, wholeOrganization } from './look-up-issue.ts'

interface ClusteringParts {
  sql: () => Sql
  index: SearchIndex
  indexer: Pick<Indexer, 'caughtUp'>
  /** Absent if no model is configured: then words alone decide. */
  embeddings: IssueEmbeddings | undefined
  now: () => Date
  bus: Bus
  log: Logger
  /** Time that an organization has before the others have their turns. */
  sliceMs?: number | undefined
}

/** An organization whose issues wait to be looked up. */
interface DueOrganization extends FairRow {
  round: number
  searched: string | null
  asks: number
}

interface Round {
  number: number
  /** The version of the index that it looks up, and whether all issues are looked up in it or only new ones. */
  version: string
  ofAll: boolean
}

export interface Clustering extends Loop {
  /** Has the issues of a space's organization looked up again, because the space was indexed. */
  indexed(spaceId: string): Promise<void>
}

/** The subject on which the id of an organization is published whose issues are clustered; tests wait for it. */
export const clusteredSubject = 'clustered'

const batchSize = 20
const indexTimeoutMs = 2000
const retryDelaySeconds = 5
const defaultSliceMs = 5000
/** After a round over all issues the job rests this many times as long as the round took, so that it has a small share of the time. */
const restShare = 9
const rest = raw`make_interval(secs => round_seconds * ${raw.lit(restShare)})`

/**
 * Puts the issues of conversations into clusters: new ones at once, and all of an organization again after its pages
 * changed. Organizations are rows that processes claim for some seconds, and accounts take turns (docs/adr/0056).
 */
export function startClustering(parts: ClusteringParts): Clustering {
  const { sql, log } = parts
  const claims = fairClaims<DueOrganization>({
    sql,
    table: 'conversation_queue',
    waiting: raw`due_at is not null and due_at <= now()`,
    maxOfEach: 1,
  })
  const work = (row: DueOrganization, signal: AbortSignal) => cluster(parts, row, signal)
  const loop = startClaimedWork({ name: 'conversations', claims, concurrency: 1, log, work })
  return {
    ...loop,
    async indexed(spaceId) {
      // `least` passes over null; an organization that waits for its index is due now.
      const { numAffectedRows } = await raw`
        update conversation_queue queue set asks = asks + 1, due_at = least(due_at, greatest(now(), round_ended_at + ${rest}))
        from search_space space
        where space.space_id = ${spaceId} and queue.id = space.organization_id and queue.conversations > 0`.execute(
        sql(),
      )
      if (numAffectedRows) loop.wake()
    },
  }
}

/** The time at which an organization is due that has AI features off: once they are on again. */
const withAi = raw`'infinity'::timestamptz`

/** Makes organizations due that waited for AI features to be on, within the transaction that has them on. */
export async function dueWithAi(sql: Sql, organizationIds: readonly string[]): Promise<boolean> {
  const { numAffectedRows = 0n } = await raw`
    update conversation_queue set due_at = now()
    where id = any(${organizationIds}::text[]) and due_at = ${withAi}`.execute(sql)
  return numAffectedRows > 0n
}

/** The lock on the organization keeps the event away by which AI features come on again, so that none is missed. */
function waitForAi(sql: Sql, row: DueOrganization): Promise<void> {
  return sql.transaction().execute(async (transaction) => {
    await raw`select from organization where id = ${row.id} for share`.execute(transaction)
    await settle(transaction, row, (await usesAi(transaction, row.id)) ? raw`now()` : withAi)
  })
}

async function cluster(parts: ClusteringParts, row: DueOrganization, signal: AbortSignal): Promise<void> {
  const { sql, indexer, bus, sliceMs = defaultSliceMs } = parts
  if (!(await usesAi(sql(), row.id))) return waitForAi(sql(), row)
  // While pages are missing from the index, answered questions would look like gaps.
  const state = await indexer.caughtUp(wholeOrganization(row.id), indexTimeoutMs)
  if (state === 'catching-up') return settle(sql(), row, raw`now() + make_interval(secs => ${retryDelaySeconds})`)
  const round = await beginRound(sql(), row)
  const began = performance.now()
  const passedMs = () => performance.now() - began
  const withMeaning = await meaningsOf(parts, row.id, signal)
  for (;;) {
    const looked = await lookUpNext({ ...parts, withMeaning }, row, round, signal)
    signal.throwIfAborted()
    if (looked.length === 0) break
    if (!(await assignIssues(sql(), { row, round: round.number, issues: looked, now: parts.now() }))) return
    if (passedMs() >= sliceMs) return pauseRound(sql(), row, round, passedMs())
  }
  await endRound(sql(), row, round, passedMs())
  if (bus.isConnected()) bus.connection.publish(bus.subject(clusteredSubject), row.id)
}

/**
 * Begins a round over all issues if the index changed since the last one, which has to be a while ago; goes on with one that
 * was paused, whatever changed meanwhile, so that each has an end.
 */
async function beginRound(sql: Sql, { id, claim }: DueOrganization): Promise<Round> {
  const { rows } = await raw<Round>`
    with seen as (
      select queue.id, ${indexVersion(raw`list.version`)} as version, exists (
        select from conversation_issue issue
        where organization_id = queue.id and issue.round > 0 and issue.round < queue.round
      ) as "isPaused"
      from conversation_queue queue left join search_index list on list.organization_id = queue.id
      where queue.id = ${id}
    ), begun as (
      update conversation_queue queue set round = round + 1, searched = seen.version, round_seconds = 0
      from seen where queue.id = seen.id and claim = ${claim} and not seen."isPaused"
        and searched is distinct from seen.version and (searched is null or round_ended_at + ${rest} <= now())
      returning queue.id, round
    )
    select coalesce(begun.round, queue.round) as number, seen.version, seen."isPaused" or begun.round is not null as "ofAll"
    from conversation_queue queue join seen using (id) left join begun using (id)`.execute(sql)
  return rows[0] ?? { number: 0, version: '', ofAll: false }
}

type MeaningsOf = (issues: readonly IssueToEmbed[]) => Promise<Map<string, IssueMeaning>>

/** Returns what finds the meanings of issues. There are none without a model, and before any of their pages has vectors. */
async function meaningsOf(
  { sql, embeddings, log }: ClusteringParts,
  organizationId: string,
  signal: AbortSignal,
): Promise<MeaningsOf> {
  if (!embeddings) return async () => new Map()
  const sample = await sampleSections(sql(), organizationId, embeddings.model)
  if (sample.length === 0) return async () => new Map()
  return async (issues) => {
    const vectors = await issueVectors({ sql: sql(), embeddings, organizationId, signal, log }, issues)
    return new Map(
      [...vectors].flatMap(([id, vector]) => {
        const meaning = issueMeaning(embeddings.model, vector, sample)
        return meaning ? [[id, meaning] as const] : []
      }),
    )
  }
}

/** Looks up issues of earlier rounds, new ones first. An issue that cannot be looked up stays where it is. */
async function lookUpNext(
  { sql, index, log, withMeaning }: ClusteringParts & { withMeaning: MeaningsOf },
  { id: organizationId }: DueOrganization,
  round: Round,
  signal: AbortSignal,
): Promise<LookedUpIssue[]> {
  const due = await sql()
    .selectFrom('conversation_issue')
    .select(['id', 'title', 'question', 'cluster_id as before', 'vector', 'vector_model'])
    .where('organization_id', '=', organizationId)
    .where('round', '<', round.number)
    .orderBy('round')
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const meanings = await withMeaning(due)
  const looked: LookedUpIssue[] = []
  for (const { id, before, title, question } of due) {
    if (signal.aborted) return []
    const issue = { title, question, meaning: meanings.get(id) }
    try {
      const found = await lookUpIssue({ sql: sql(), index, signal }, organizationId, issue)
      looked.push({ id, before, found })
    } catch (error) {
      if (signal.aborted || isOutage(error) || isContention(error)) throw error
      log.warn({ err: error, issue: id }, 'the issue of a conversation cannot be looked up')
      looked.push({ id, before, found: undefined })
    }
  }
  return looked
}

/** Lets other organizations have their turns; what is left of the work is due again. */
async function pauseRound(sql: Sql, row: DueOrganization, round: Round, ms: number): Promise<void> {
  await addTime(sql, row, round, ms)
  await settle(sql, row, raw`now()`)
}

/** Ends the work; it is due again if it was asked for meanwhile, or after the rest if the index has changed. */
async function endRound(sql: Sql, row: DueOrganization, round: Round, ms: number): Promise<void> {
  await removeEmptyClusters(sql, row.id)
  await addTime(sql, row, round, ms)
  if (round.ofAll)
    await raw`
      update conversation_queue set round_ended_at = now() where id = ${row.id} and claim = ${row.claim}`.execute(sql)
  const due = raw`case when asks <> ${row.asks} then now()
    when searched is distinct from ${round.version} then greatest(now(), round_ended_at + ${rest}) end`
  await settle(sql, row, due)
}

/** Adds to the time of a round over all issues, after which the job rests. */
async function addTime(sql: Sql, { id, claim }: DueOrganization, { ofAll }: Round, ms: number): Promise<void> {
  if (!ofAll) return
  await raw`
    update conversation_queue set round_seconds = round_seconds + ${Math.floor(ms / 1000)}
    where id = ${id} and claim = ${claim}`.execute(sql)
}

/** Gives the claim back; the next one is due at `dueAt`, if ever. */
async function settle(sql: Sql, { id, claim }: DueOrganization, dueAt: ReturnType<typeof raw>): Promise<void> {
  await raw`
    update conversation_queue set due_at = ${dueAt}, claim = null, claimed_until = null, attempts = 0
    where id = ${id} and claim = ${claim}`.execute(sql)
}
