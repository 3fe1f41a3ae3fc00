import { z } from 'zod'
import { organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery, QueryArray } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { AgentsSetupState, AgentTask, AgentTaskStatus } from './agents.ts'

/** As for conversations, which tasks quote. */
const writers = organizationRole('edit')

export const agentOperations = operations('ai', {
  listAgentTasks: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/agent-tasks',
    summary: 'List the gaps of the documentation in the spaces that you may read, the newest first',
    access: writers,
    query: listQuery({
      cluster: Id.optional(),
      space: Id.optional(),
      status: QueryArray(AgentTaskStatus).optional(),
    }),
    replies: { 200: list(AgentTask) },
  },
  getAgentTask: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/agent-tasks/{agentTaskId}',
    summary: 'Get a task',
    access: writers,
    replies: { 200: AgentTask },
  },
  updateAgentTask: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}/agent-tasks/{agentTaskId}',
    summary: 'Start a task, which creates its change request, cancel it, or put it back',
    access: writers,
    body: z.object({ status: AgentTaskStatus.exclude(['completed']) }),
    calls: ['createChangeRequest'],
    replies: { 200: AgentTask },
  },
  getAgentSetupState: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/agents-setup',
    summary: 'Count the conversations, clusters and tasks of an organization',
    access: writers,
    replies: { 200: AgentsSetupState },
  },
})
