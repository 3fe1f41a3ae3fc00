import { z } from 'zod'
import { Id, Timestamp, Url } from '../shared/primitives.ts'

/** Conversations in one request, and messages in one conversation. */
export const conversationLimits = { conversations: 100, parts: 200, body: 100_000 }

const Message = z.object({
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'team-member']),
  /** Markdown or HTML. */
  body: z.string().max(conversationLimits.body),
})

/** A conversation of a support system. `id` names it there: the same id again replaces it. */
export const ConversationInput = z
  .object({
    id: z.string().min(1).max(255),
    subject: z.string().max(512).optional(),
    metadata: z
      .object({
        url: Url.optional(),
        attributes: z.record(z.string().max(100), z.string().max(1000)).optional(),
        createdAt: Timestamp.optional(),
      })
      .optional(),
    parts: z.array(Message).max(conversationLimits.parts),
  })
  .meta({ id: 'ConversationInput' })
export type ConversationInput = z.infer<typeof ConversationInput>

const Stats = z.strictObject({
  issues: z.int(),
  conversations: z.int(),
  tasksTotal: z.int(),
  tasksBacklog: z.int(),
  tasksStarted: z.int(),
  tasksCompleted: z.int(),
  tasksCancelled: z.int(),
})

/** Questions about one section, or about one thing that the documentation does not answer (docs/interface.md#conversations). */
export const IssuesCluster = z
  .strictObject({
    object: z.literal('issues-cluster'),
    id: Id,
    label: z.string(),
    summary: z.string(),
    icon: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    /** Issues of each of the last 13 weeks, the oldest first. */
    weeklyPulse: z.array(z.int()).length(13),
    /** Issues by the source of their conversations. */
    sources: z.record(z.string(), z.int()),
    stats: Stats,
    urls: z.strictObject({ app: z.url(), location: z.url() }),
  })
  .meta({ id: 'ConversationsIssuesCluster' })
export type IssuesCluster = z.infer<typeof IssuesCluster>

const ConversationIssue = z
  .strictObject({
    object: z.literal('conversation-issue'),
    id: Id,
    title: z.string(),
    summary: z.string(),
    createdAt: Timestamp,
    ingestedAt: Timestamp,
    conversation: Id,
    cluster: Id,
    urls: z.strictObject({ location: z.url() }),
  })
  .meta({ id: 'ConversationIssue' })

const Conversation = z
  .strictObject({
    object: z.literal('conversation'),
    id: Id,
    subject: z.string().optional(),
    createdAt: Timestamp,
    processedAt: Timestamp.optional(),
    source: z.string(),
    urls: z.strictObject({ location: z.url(), source: z.url().optional() }),
  })
  .meta({ id: 'Conversation' })

export const IssueInCluster = z.strictObject({ issue: ConversationIssue, conversation: Conversation })
export type IssueInCluster = z.infer<typeof IssueInCluster>
