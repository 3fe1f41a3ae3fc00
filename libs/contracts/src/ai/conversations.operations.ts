import { z } from 'zod'
import { organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery } from '../shared/list.ts'
import { ConversationInput, conversationLimits, IssueInCluster, IssuesCluster } from './conversations.ts'

/** Conversations are of customers: whoever writes the documentation may read them, guests and readers may not. */
const writers = organizationRole('edit')

export const conversationOperations = operations('ai', {
  ingestConversation: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/conversations',
    summary: 'Hand over conversations of a support system',
    access: organizationRole('create'),
    body: z.union([ConversationInput, z.array(ConversationInput).min(1).max(conversationLimits.conversations)]),
    replies: { 204: null },
  },
  listConversationsIssuesClusters: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/conversations-clusters',
    summary: 'List what customers ask about, in the spaces that you may read',
    access: writers,
    query: listQuery({
      order: z.enum(['asc', 'desc']).default('desc'),
      orderBy: z
        .enum(['updatedAt', 'issues', 'conversations', 'tasksTotal', 'tasksBacklog', 'tasksStarted'])
        .default('updatedAt'),
      status: z.enum(['pending', 'analysing']).optional(),
    }),
    replies: { 200: list(IssuesCluster) },
  },
  getConversationsIssuesCluster: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}',
    summary: 'Get a cluster of questions of customers',
    access: writers,
    replies: { 200: IssuesCluster },
  },
  listConversationsIssuesInCluster: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/conversations-clusters/{clusterId}/issues',
    summary: 'List the questions of a cluster with their conversations, the newest first',
    access: writers,
    query: listQuery({}),
    replies: { 200: list(IssueInCluster) },
  },
})
