import { type Member, readableSpaceIds } from '@quire/access'
import { conversationOperations, timestamp } from '@quire/contracts'
import { countOf, type Input, keysetPage, listOf, notFound } from '@quire/kit'
import { sql as raw, type SelectQueryBuilder } from 'kysely'
import type { Sql, Tables } from '../database.ts'
import { type ClusterRow, presentClusters, presentIssue } from './clusters.present.ts'
import { type ConversationContext, implement } from './context.ts'
import { ingestConversation } from './ingest-conversations.ts'

type ListClusters = ConversationContext & Input<typeof conversationOperations.listConversationsIssuesClusters>

export const conversationRoutes = implement(conversationOperations, {
  ingestConversation,

  async listConversationsIssuesClusters(context) {
    const { sql, access, query, page, cursors, deps } = context
    const clusters = withStatus(visibleClusters(sql, access.member), query.status)
    const column = orderColumns[query.orderBy]
    const rows = await keysetPage(clusters.selectAll(), page, [column, 'issue_cluster.id'], query.order).execute()
    const presented = await presentClusters(sql, deps.publicUrl, rows.slice(0, page.limit), deps.now())
    return listOf({
      page,
      cursors,
      rows: rows.map((row, at) => ({ row, cluster: presented[at] })),
      present: ({ cluster }) => cluster as (typeof presented)[number],
      after: ({ row }) => [keyOf(row[column]), row.id],
      count: () => countOf(sql, clusters.select('id')),
    })
  },

  async getConversationsIssuesCluster({ sql, access, params, deps }) {
    const rows = await visibleClusters(sql, access.member).selectAll().where('id', '=', params.clusterId).execute()
    const [cluster] = await presentClusters(sql, deps.publicUrl, rows, deps.now())
    if (!cluster) throw notFound('The cluster')
    return cluster
  },

  async listConversationsIssuesInCluster({ sql, access, params, page, cursors, deps }) {
    const cluster = visibleClusters(sql, access.member).select('id').where('id', '=', params.clusterId)
    if (!(await cluster.executeTakeFirst())) throw notFound('The cluster')
    const issues = sql.selectFrom('conversation_issue as issue').where('cluster_id', '=', params.clusterId)
    const rows = await keysetPage(
      issues
        .innerJoin('conversation', 'conversation.id', 'issue.conversation_id')
        .select(['issue.id', 'title', 'summary', 'issue.created_at', 'issue.ingested_at', 'conversation_id'])
        .select(['subject', 'url', 'source', 'processed_at']),
      page,
      ['issue.created_at', 'issue.id'],
      'desc',
    ).execute()
    return listOf({
      page,
      cursors,
      rows,
      present: (row) => presentIssue(deps.publicUrl, params, row),
      after: (row) => [keyOf(row.created_at), row.id],
      count: () => countOf(sql, issues.select('issue.id')),
    })
  },
})

/** The clusters of the member's organization that are about spaces which they may read. */
const visibleClusters = (sql: Sql, member: Member) =>
  sql
    .selectFrom('issue_cluster')
    .where('organization_id', '=', member.organizationId)
    .where(raw<boolean>`space_id = any(array${readableSpaceIds({ member })})`)

const orderColumns = {
  updatedAt: 'updated_at',
  issues: 'issues',
  conversations: 'conversations',
  tasksTotal: 'tasks_total',
  tasksBacklog: 'tasks_backlog',
  tasksStarted: 'tasks_started',
} as const

const keyOf = (value: ClusterRow['updated_at'] | number) =>
  typeof value === 'number' ? String(value) : timestamp(value)

type Clusters = SelectQueryBuilder<Tables, 'issue_cluster', object>

/** `pending`: some of its issues wait to be looked up again; `analysing`: that is in progress. */
function withStatus(clusters: Clusters, status: ListClusters['query']['status']): Clusters {
  if (status === undefined) return clusters
  const isClaimed = raw`coalesce(queue.claimed_until > now(), false)`
  return clusters.where(raw<boolean>`exists (
    select from conversation_issue issue join conversation_queue queue on queue.id = issue.organization_id
    where issue.cluster_id = issue_cluster.id and issue.round < queue.round
      and ${isClaimed} = ${raw.lit(status === 'analysing')})`)
}
