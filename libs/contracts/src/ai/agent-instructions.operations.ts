import { z } from 'zod'
import { organizationRole } from '../access-rules.ts'
import { JSONDocument, TreeBody } from '../content/pages.ts'
import { operations } from '../operation.ts'
import { Timestamp } from '../shared/primitives.ts'

/** What an organization asks of the language model in every answer (docs/interface.md#instructions-for-answers). */
const OrganizationAgentInstructions = z
  .strictObject({
    object: z.literal('agent-instructions'),
    instructions: JSONDocument,
    updatedAt: Timestamp,
    /** The person who changed them last; empty if nobody has. */
    updatedBy: z.string(),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'OrganizationAgentInstructions' })
export type OrganizationAgentInstructions = z.infer<typeof OrganizationAgentInstructions>

const path = '/v1/orgs/{organizationId}/agent-instructions' as const

export const agentInstructionOperations = operations('ai', {
  getOrganizationAgentInstructions: {
    method: 'GET',
    path,
    summary: 'Get what an organization asks of the language model in every answer',
    access: organizationRole('read'),
    replies: { 200: OrganizationAgentInstructions },
  },
  updateOrganizationAgentInstructions: {
    method: 'PUT',
    path,
    summary: 'Replace what an organization asks of the language model in every answer',
    access: organizationRole('admin'),
    body: z.object({ instructions: TreeBody.shape.document }),
    replies: { 200: OrganizationAgentInstructions },
  },
})
