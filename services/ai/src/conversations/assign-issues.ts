import { newId } from '@quire/kit'
import { sql as raw } from 'kysely'
import { refreshTasks } from '../agents/tasks.state.ts'
import type { Sql } from '../database.ts'
import { packVector } from '../vectors/packed-vectors.ts'
import { refreshClusters } from './clusters.state.ts'
import { type Gaps, openGaps } from './gaps.ts'
import type { FoundCluster } from './look-up-issue.ts'

/** The claim of the job on an organization. */
interface QueueClaim {
  id: string
  claim: string
}

/** An issue that was looked up; `found` is absent if that failed, and the issue stays in its cluster. */
export interface LookedUpIssue {
  id: string
  /** The cluster that it is in. */
  before: string | null
  found: FoundCluster | undefined
}

interface Assignment {
  row: QueueClaim
  round: number
  issues: readonly LookedUpIssue[]
  now: Date
}

/**
 * Stores the clusters of issues and their counts, in one transaction: a kill leaves each issue looked up or not. Returns
 * false, and stores nothing, if another process has the organization.
 */
export function assignIssues(sql: Sql, { row, round, issues, now }: Assignment): Promise<boolean> {
  return sql.transaction().execute(async (transaction) => {
    if (!(await holds(transaction, row))) return false
    const gaps = openGaps(transaction, row.id)
    const touched: string[] = []
    const joined = new Set<string>()
    for (const { id, before, found } of issues) {
      const cluster = found && (await clusterOf({ sql: transaction, gaps, now }, row.id, { found, before }))
      if (before !== null && cluster !== before && found?.section === null) joined.add(before)
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
    await removeJoined(transaction, [...joined])
    await refreshTasks(transaction, { clusterIds: touched, joined: [...joined], now })
    return true
  })
}

/**
 * Removes gaps whose issues have all joined another gap, with the tasks that nobody has decided about: their questions are
 * not answered, so no task is completed.
 */
async function removeJoined(sql: Sql, ids: readonly string[]): Promise<void> {
  await raw`
    delete from issue_cluster cluster where id = any(${ids}) and page_id is null and issues = 0 and not exists (
      select from agent_task task where task.cluster_id = cluster.id and task.status <> 'backlog')`.execute(sql)
}

/** Locks the organization's row; false if another process has it. */
async function holds(sql: Sql, { id, claim }: QueueClaim): Promise<boolean> {
  const { rows } = await raw`
    select from conversation_queue where id = ${id} and claim = ${claim} for no key update`.execute(sql)
  return rows.length > 0
}

interface ClusterParts {
  sql: Sql
  gaps: Gaps
  now: Date
}

/** Returns the cluster of what was found; creates it if there is none. */
async function clusterOf(
  { sql, gaps, now }: ClusterParts,
  organizationId: string,
  issue: { found: FoundCluster; before: string | null },
): Promise<string> {
  const { found } = issue
  if (found.section)
    return (await clusterOfSection(sql, organizationId, found)) ?? createCluster(sql, organizationId, found, now)
  const cluster = (await gaps.find(issue)) ?? (await createCluster(sql, organizationId, found, now))
  gaps.moved(issue, cluster)
  return cluster
}

async function clusterOfSection(sql: Sql, organizationId: string, found: FoundCluster): Promise<string | undefined> {
  const { rows } = await raw<{ id: string }>`
    update issue_cluster set label = ${found.label}, summary = ${found.summary}
    where organization_id = ${organizationId} and space_id = ${found.spaceId}
      and page_id = ${found.section?.pageId} and section_id = ${found.section?.id}
    returning id`.execute(sql)
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
      vector: found.meaning ? packVector(found.meaning.vector) : null,
      vector_model: found.meaning?.model ?? null,
      label: found.label,
      summary: found.summary,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
