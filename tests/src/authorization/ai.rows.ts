import { body, organization, type Rows } from './row-types.ts'

const asking = () => ({ query: { query: 'How do I turn the crank?' } })

/** Conversations are of customers: readers of the documentation do not see them. */
const writers = { least: 'edit', ok: 200, ...organization } as const

export const aiRows: Rows = {
  getOrganizationAgentInstructions: { least: 'read', ok: 200, ...organization },
  updateOrganizationAgentInstructions: {
    least: 'admin',
    ok: 200,
    ...organization,
    given: body({ instructions: { object: 'document', data: {}, nodes: [] } }),
  },
  askInOrganization: { least: 'member', ok: 200, reads: true, given: body({ query: 'How?' }) },
  streamAskInOrganization: { least: 'member', ok: 200, given: asking },
  getRecommendedQuestionsInOrganization: { least: 'member', ok: 200 },
  streamRecommendedQuestionsInOrganization: { least: 'member', ok: 200 },
  ingestConversation: { least: 'create', ok: 204, ...organization, given: body({ id: 'empty', parts: [] }) },
  listConversationsIssuesClusters: writers,
  getConversationsIssuesCluster: writers,
  listConversationsIssuesInCluster: writers,
  listAgentTasks: writers,
  getAgentTask: writers,
  updateAgentTask: { ...writers, given: body({ status: 'canceled' }) },
  getAgentSetupState: writers,
}
