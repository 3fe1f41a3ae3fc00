import { type Member, readableSpaceIds } from '@quire/access'
import { agentOperations, changeRequestOperations } from '@quire/contracts'
import {
  anyOf,
  conflict,
  countOf,
  forbidden,
  type Input,
  implementer,
  keysetPage,
  listOf,
  notFound,
  prepared,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import type { AiContext } from '../context.ts'
import type { Sql, Tables } from '../database.ts'
import { presentTasks, type TaskParser, titleOf } from './tasks.present.ts'
import { countTasks } from './tasks.state.ts'

/** The dependencies of tasks. */
interface AgentNeeds {
  now: () => Date
  /** The public address, without a trailing slash. */
  publicUrl: string
}

type AgentContext = AiContext<AgentNeeds, TaskParser>

const implement = implementer<Tables, AgentContext>()

export const agentRoutes = implement(agentOperations, {
  async listAgentTasks(context) {
    const { sql, access, query, page, cursors } = context
    let tasks = visibleTasks(sql, access.member)
    if (query.cluster !== undefined) tasks = tasks.where('cluster_id', '=', query.cluster)
    if (query.space !== undefined) tasks = tasks.where('space_id', '=', query.space)
    if (query.status !== undefined) tasks = tasks.where('task.status', '=', anyOf(query.status))
    const rows = await keysetPage(tasks.select(columns), page, ['task.id'], 'desc').execute()
    const presented = await presentTasks(presenting(context), rows.slice(0, page.limit))
    return listOf({
      page,
      cursors,
      rows: rows.map(({ id }, at) => ({ id, task: presented[at] })),
      present: ({ task }) => task as (typeof presented)[number],
      after: ({ id }) => [id],
      count: () => countOf(sql, tasks.select('task.id')),
    })
  },

  async getAgentTask(context) {
    const { sql, access, params } = context
    const rows = await visibleTasks(sql, access.member)
      .select(columns)
      .where('task.id', '=', params.agentTaskId)
      .execute()
    const [task] = await presentTasks(presenting(context), rows)
    if (!task) throw notFound('The task')
    return task
  },

  // Content is asked before the transaction, which holds a lock that conversations wait for.
  updateAgentTask: prepared(changeRequestFor, updateTask),

  async getAgentSetupState({ sql, access, params }) {
    const { rows } = await raw<Stats>`
      select coalesce(sum(tasks_backlog), 0)::int as "backlogTasks", coalesce(sum(tasks_started), 0)::int as "startedTasks",
        coalesce(sum(tasks_completed), 0)::int as "completedTasks",
        coalesce(sum(tasks_canceled), 0)::int as "canceledTasks",
        coalesce(sum(issues), 0)::int as issues, count(*)::int as "issuesClusters",
        (select count(*)::int from conversation where organization_id = ${params.organizationId}) as conversations,
        (select coalesce(jsonb_object_agg(source, number), '{}') from (
          select source, count(*) as number from conversation
          where organization_id = ${params.organizationId} group by source) counted) as sources
      from issue_cluster
      where organization_id = ${params.organizationId}
        and space_id = any(array${readableSpaceIds({ member: access.member })})`.execute(sql)
    return { email: '', settings: {}, stats: rows[0] as Stats }
  },
})

type Stats = {
  [Name in
    | 'backlogTasks'
    | 'startedTasks'
    | 'completedTasks'
    | 'canceledTasks'
    | 'conversations'
    | 'issues'
    | 'issuesClusters']: number
} & { sources: Record<string, number> }

const columns = [
  'task.id',
  'task.organization_id',
  'cluster_id',
  'task.status',
  'change_request_id',
  'task.created_at',
  'task.updated_at',
  'space_id',
  'label',
  'summary',
  'conversations',
] as const

/** The tasks of the member's organization in spaces that they may read. */
const visibleTasks = (sql: Sql, member: Member) =>
  sql
    .selectFrom('agent_task as task')
    .innerJoin('issue_cluster as cluster', 'cluster.id', 'task.cluster_id')
    .where('task.organization_id', '=', member.organizationId)
    .where(raw<boolean>`space_id = any(array${readableSpaceIds({ member })})`)

const presenting = ({ sql, parser, deps }: AgentContext) => ({ sql, parser, publicUrl: deps.publicUrl })

type UpdateTask = AgentContext & Input<typeof agentOperations.updateAgentTask>

/** Returns a task that the caller may change; throws 403, 404 or 409 otherwise. */
async function changeableTask({ sql, access, params }: UpdateTask) {
  const { member } = access
  const task = await visibleTasks(sql, member)
    .select([
      ...columns,
      raw<boolean>`space_id = any(array${readableSpaceIds({ member, least: 'edit' })})`.as('editable'),
    ])
    .where('task.id', '=', params.agentTaskId)
    .executeTakeFirst()
  if (!task) throw notFound('The task')
  if (!task.editable) throw forbidden('This needs the role "edit" or a stronger one on the space of the task.')
  if (task.status === 'completed') throw conflict('The task is completed: the documentation answers its questions.')
  return task
}

/** Creates the change request of a task that is started first, in the caller's name; one that it has already stays its own. */
async function changeRequestFor(context: UpdateTask): Promise<string | undefined> {
  const task = await changeableTask(context)
  if (context.body.status !== 'started' || task.change_request_id !== null) return undefined
  const params = { spaceId: task.space_id }
  const body = { subject: titleOf(task).slice(0, maxSubject), agentTaskId: task.id }
  const made = await context.call('createChangeRequest', { params, body, makes: task.id })
  return changeRequestOperations.createChangeRequest.replies[201].parse(made).id
}

/**
 * Changes a task, which takes the role `edit` on its space. The lock on the organization's row makes the caller wait for the
 * job. Of two people who start a task at the same moment, the first one's change request is that of the task.
 */
async function updateTask(context: UpdateTask, changeRequestId: string | undefined) {
  const { sql, params, body, deps } = context
  await raw`select from conversation_queue where id = ${params.organizationId} for no key update`.execute(sql)
  const task = await changeableTask(context)
  const changed = {
    status: body.status,
    updated_at: deps.now(),
    change_request_id: task.change_request_id ?? changeRequestId ?? null,
  }
  await sql.updateTable('agent_task').set(changed).where('id', '=', task.id).execute()
  await countTasks(sql, [task.cluster_id])
  const [presented] = await presentTasks(presenting(context), [{ ...task, ...changed }])
  if (!presented) throw notFound('The task')
  return presented
}

const maxSubject = 100
