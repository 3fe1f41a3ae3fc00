import { newId } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/**
 * Brings the tasks of clusters up to date: a gap has one task, which is completed once the documentation answers all of
 * its issues, and returns to the backlog if new issues show that it does not. What a person canceled stays canceled. A gap
 * whose issues have joined another gap (`joined`) is not answered. The caller holds the lock on the organization's row of `conversation_queue`.
 */
export async function refreshTasks(
  sql: Sql,
  { clusterIds, joined, now }: { clusterIds: readonly string[]; joined: readonly string[]; now: Date },
): Promise<void> {
  const ids = [...new Set(clusterIds)]
  if (ids.length === 0) return
  const newIds = ids.map(() => newId())
  await raw`
    insert into agent_task (id, organization_id, cluster_id, status, created_at, updated_at)
    select new.id, cluster.organization_id, cluster.id, 'backlog', ${now}, ${now}
    from unnest(${newIds}::text[], ${ids}::text[]) as new (id, cluster_id)
    join issue_cluster cluster on cluster.id = new.cluster_id and cluster.page_id is null and cluster.issues > 0
    on conflict (cluster_id) do update set status = 'backlog', updated_at = excluded.updated_at
      where agent_task.status = 'completed'`.execute(sql)
  await raw`
    update agent_task task set status = 'completed', updated_at = ${now}
    from issue_cluster cluster
    where cluster.id = task.cluster_id and cluster.id = any(${ids}) and cluster.issues = 0
      and task.status in ('backlog', 'started') and cluster.id <> all(${joined})`.execute(sql)
  await countTasks(sql, ids)
}

/** Counts the tasks of clusters again, by their status. */
export async function countTasks(sql: Sql, clusterIds: readonly string[]): Promise<void> {
  await raw`
    update issue_cluster cluster set
      tasks_total = 1,
      tasks_backlog = (task.status = 'backlog')::int,
      tasks_started = (task.status = 'started')::int,
      tasks_completed = (task.status = 'completed')::int,
      tasks_canceled = (task.status = 'canceled')::int
    from agent_task task where task.cluster_id = cluster.id and cluster.id = any(${[...clusterIds]})`.execute(sql)
}
