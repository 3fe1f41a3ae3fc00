import { newId } from '@quire/kit'
import { sql as raw } from 'kysely'
import { refreshTasks } from '../agents/tasks.state.ts'
import type { Sql } from '../database.ts'
import { refreshClusters } from './clusters.state.ts'
import type { FoundCluster } from './look-up-issue.ts'

/** The claim of the job on an organization. */
interface QueueClaim {
  id: string
  claim: string
}

/** An issue that was looked up; `found` is absent if that failed, and the issue stays in its cluster. */
export interface LookedUpIssue {
  id: string
  found: FoundCluster | undefined
}

interface Assignment {
  row: QueueClaim
  round: number
  issues: readonly LookedUpIssue[]
  now: Date
}

/** Gaps whose words are compared with those of one issue. */
const maxCompared = 1000
/** The share of words that the issues of a gap have in common with its first one: of all words of both. */
const minShared = 0.5

/**
 * Stores the clusters of issues and their counts, in one transaction: a kill leaves each issue looked up or not. Returns
 * false, and stores nothing, if another process has the organization.
 */
export function assignIssues(sql: Sql, { row, round, issues, now }: Assignment): Promise<boolean> {
  return sql.transaction().execute(async (transaction) => {
    if (!(await holds(transaction, row))) return false
    const touched: string[] = []
    for (const { id, found } of issues) {
      const cluster = found && (await clusterOf(transaction, row.id, found, now))
      const { rows } = await raw<{ before: string | null }>`
        update conversation_issue issue set round = ${round}, cluster_id = coalesce(${cluster ?? null}, issue.cluster_id)
        from conversation_issue old where issue.id = ${id} and old.id = issue.id
        returning old.cluster_id as before`.execute(transaction)
      touched.push(...[cluster, rows[0]?.before].filter((one) => typeof one === 'string'))
    }
    await raw`
      update conversation set processed_at = ${now} where processed_at is null and id in (
        select conversation_id from conversation_issue where id = any(${issues.map(({ id }) => id)}))`.execute(
      transaction,
    )
    await refreshClusters(transaction, touched, now)
    await refreshTasks(transaction, touched, now)
    return true
  })
}

/** Locks the organization's row; false if another process has it. */
async function holds(sql: Sql, { id, claim }: QueueClaim): Promise<boolean> {
  const { rows } = await raw`
    select from conversation_queue where id = ${id} and claim = ${claim} for no key update`.execute(sql)
  return rows.length > 0
}

/** Returns the cluster of what was found; creates it if there is none. */
async function clusterOf(sql: Sql, organizationId: string, found: FoundCluster, now: Date): Promise<string> {
  return (await existingCluster(sql, organizationId, found)) ?? (await createCluster(sql, organizationId, found, now))
}

async function existingCluster(sql: Sql, organizationId: string, found: FoundCluster): Promise<string | undefined> {
  if (found.section === null) return similarGap(sql, organizationId, found)
  const { rows } = await raw<{ id: string }>`
    update issue_cluster set label = ${found.label}, summary = ${found.summary}
    where organization_id = ${organizationId} and space_id = ${found.spaceId}
      and page_id = ${found.section.pageId} and section_id = ${found.section.id}
    returning id`.execute(sql)
  return rows[0]?.id
}

/** Finds the gap whose words are most like those of an issue. A gap whose space is gone moves to the space found now. */
async function similarGap(sql: Sql, organizationId: string, { words, spaceId }: FoundCluster) {
  const { rows } = await raw<{ id: string }>`
    with near as (
      select id, cardinality(words) as size, (select count(*) from unnest(words) word where word = any(${words})) as shared
      from issue_cluster where page_id is null and organization_id = ${organizationId} and words && ${words}::text[]
      limit ${raw.lit(maxCompared)}
    ), nearest as (
      select id from near where shared >= ${raw.lit(minShared)} * (size + ${words.length} - shared)
      order by shared::float / (size + ${words.length} - shared) desc, id limit 1
    )
    update issue_cluster cluster set space_id = case
      when exists (select from search_space space where space.space_id = cluster.space_id and space.wanted is not null)
      then cluster.space_id else ${spaceId} end
    from nearest where cluster.id = nearest.id returning cluster.id`.execute(sql)
  return rows[0]?.id
}

async function createCluster(sql: Sql, organizationId: string, found: FoundCluster, now: Date): Promise<string> {
  const id = newId()
  await sql
    .insertInto('issue_cluster')
    .values({
      id,
      organization_id: organizationId,
      space_id: found.spaceId,
      page_id: found.section?.pageId ?? null,
      section_id: found.section?.id ?? null,
      words: found.words,
      label: found.label,
      summary: found.summary,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
