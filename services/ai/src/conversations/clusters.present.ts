import { type IssueInCluster, type IssuesCluster, timestamp } from '@quire/contracts'
import { sql as raw, type Selectable } from 'kysely'
import type { Sql } from '../database.ts'
import type { ConversationTables } from '../tables/conversations.tables.ts'

export type ClusterRow = Selectable<ConversationTables['issue_cluster']>

const weeks = 13
const weekSeconds = 7 * 24 * 3600

/** An answered cluster is about a section, a gap is a question. */
const icons = { section: 'file-lines', gap: 'circle-question' }

export async function presentClusters(
  sql: Sql,
  publicUrl: string,
  rows: readonly ClusterRow[],
  now: Date,
): Promise<IssuesCluster[]> {
  const pulses = await weeklyPulses(sql, rows, now)
  return rows.map((row) => {
    const location = locationOf(publicUrl, row.organization_id, row.id)
    return {
      object: 'issues-cluster',
      id: row.id,
      label: row.label,
      summary: row.summary,
      icon: row.page_id === null ? icons.gap : icons.section,
      createdAt: timestamp(row.created_at),
      updatedAt: timestamp(row.updated_at),
      weeklyPulse: pulses.get(row.id) ?? Array.from({ length: weeks }, () => 0),
      sources: row.sources,
      stats: {
        issues: row.issues,
        conversations: row.conversations,
        tasksTotal: row.tasks_total,
        tasksBacklog: row.tasks_backlog,
        tasksStarted: row.tasks_started,
        tasksCompleted: row.tasks_completed,
        tasksCancelled: row.tasks_canceled,
      },
      urls: { app: location, location },
    }
  })
}

const locationOf = (publicUrl: string, organizationId: string, clusterId: string) =>
  `${publicUrl}/v1/orgs/${organizationId}/conversations-clusters/${clusterId}`

/** Counts the issues of clusters by the week of their conversations, the oldest of the last 13 weeks first. */
async function weeklyPulses(sql: Sql, clusters: readonly ClusterRow[], now: Date): Promise<Map<string, number[]>> {
  if (clusters.length === 0) return new Map()
  const since = new Date(now.getTime() - weeks * weekSeconds * 1000)
  const { rows } = await raw<{ id: string; week: number; issues: number }>`
    select cluster_id as id, floor(extract(epoch from created_at - ${since}::timestamptz) / ${raw.lit(weekSeconds)})::int as week,
      count(*)::int as issues
    from conversation_issue
    where cluster_id = any(${clusters.map(({ id }) => id)}) and created_at >= ${since}
    group by 1, 2`.execute(sql)
  const byCluster = Map.groupBy(rows, ({ id }) => id)
  const pulseOf = (counts: readonly { week: number; issues: number }[]) =>
    Array.from({ length: weeks }, (_, week) =>
      counts.reduce((sum, one) => sum + (Math.min(one.week, weeks - 1) === week ? one.issues : 0), 0),
    )
  return new Map([...byCluster].map(([id, counts]) => [id, pulseOf(counts)]))
}

/** An issue beside its conversation. */
export interface IssueRow {
  id: string
  title: string
  summary: string
  created_at: Date
  ingested_at: Date
  conversation_id: string
  subject: string | null
  url: string | null
  source: string
  processed_at: Date | null
}

export function presentIssue(
  publicUrl: string,
  { organizationId, clusterId }: { organizationId: string; clusterId: string },
  row: IssueRow,
): IssueInCluster {
  const location = `${locationOf(publicUrl, organizationId, clusterId)}/issues`
  return {
    issue: {
      object: 'conversation-issue',
      id: row.id,
      title: row.title,
      summary: row.summary,
      createdAt: timestamp(row.created_at),
      ingestedAt: timestamp(row.ingested_at),
      conversation: row.conversation_id,
      cluster: clusterId,
      urls: { location },
    },
    conversation: {
      object: 'conversation',
      id: row.conversation_id,
      ...(row.subject !== null && { subject: row.subject }),
      createdAt: timestamp(row.created_at),
      ...(row.processed_at !== null && { processedAt: timestamp(row.processed_at) }),
      source: row.source,
      urls: { location, ...(row.url !== null && { source: row.url }) },
    },
  }
}
