import { z } from 'zod'
import { JSONDocument } from '../content/pages.ts'
import { Id, Timestamp } from '../shared/primitives.ts'

export const AgentTaskStatus = z.enum(['backlog', 'started', 'completed', 'canceled']).meta({ id: 'AgentTaskStatus' })
export type AgentTaskStatus = z.infer<typeof AgentTaskStatus>

/** A gap of the documentation that somebody should close (docs/interface.md#agents). */
export const AgentTask = z
  .strictObject({
    object: z.literal('agent-task'),
    id: Id,
    title: z.string(),
    description: z.string(),
    instructions: JSONDocument,
    status: AgentTaskStatus,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    cluster: Id,
    space: Id,
    changeRequest: Id.optional(),
    urls: z.strictObject({ app: z.url(), location: z.url() }),
  })
  .meta({ id: 'AgentTask' })

export const AgentsSetupState = z
  .strictObject({
    /** Empty: no mail is received. */
    email: z.string(),
    settings: z.strictObject({}),
    stats: z.strictObject({
      backlogTasks: z.int(),
      startedTasks: z.int(),
      completedTasks: z.int(),
      canceledTasks: z.int(),
      conversations: z.int(),
      issues: z.int(),
      issuesClusters: z.int(),
      /** Conversations by their source. */
      sources: z.record(z.string(), z.int()),
    }),
  })
  .meta({ id: 'AgentsSetupState' })
