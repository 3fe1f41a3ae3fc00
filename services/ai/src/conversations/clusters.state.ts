import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** How long a task that is completed or canceled is kept when nobody asks about it any more. */
const retained = '90 days'

/**
 * Counts the issues of clusters again. The caller holds the lock on the organization's
 * row of `conversation_queue`, so no other change is missed.
 */
export async function refreshClusters(sql: Sql, clusterIds: readonly string[], now: Date): Promise<void> {
  if (clusterIds.length === 0) return
  const ids = [...new Set(clusterIds)]
  await raw`
    with counted as (
      select cluster.id, coalesce(sum(source.issues), 0)::int as issues,
        coalesce(sum(source.conversations), 0)::int as conversations,
        coalesce(jsonb_object_agg(source.name, source.issues) filter (where source.name is not null), '{}') as sources
      from issue_cluster cluster
      left join lateral (
        select conversation.source as name, count(*)::int as issues,
          count(distinct conversation.id)::int as conversations
        from conversation_issue issue join conversation on conversation.id = issue.conversation_id
        where issue.cluster_id = cluster.id group by conversation.source
      ) source on true
      where cluster.id = any(${ids}) group by cluster.id
    )
    update issue_cluster cluster set issues = counted.issues, conversations = counted.conversations,
      sources = counted.sources, updated_at = ${now}
    from counted where counted.id = cluster.id and (cluster.issues, cluster.conversations, cluster.sources)
      is distinct from (counted.issues, counted.conversations, counted.sources)`.execute(sql)
}

/**
 * Removes the clusters of an organization that have no issues any more, with the tasks that nobody has decided about. The
 * others stay for a while: a gap that opens again finds its task.
 */
export async function removeEmptyClusters(sql: Sql, organizationId: string): Promise<void> {
  await raw`
    delete from issue_cluster cluster where organization_id = ${organizationId} and issues = 0 and not exists (
      select from agent_task task where task.cluster_id = cluster.id and task.status <> 'backlog'
        and (task.status = 'started' or task.updated_at > now() - interval '${raw.raw(retained)}'))`.execute(sql)
}
