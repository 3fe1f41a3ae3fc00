import { agentInstructionOperations, type OrganizationAgentInstructions, timestamp } from '@quire/contracts'
import type { JSONDocument, toDocument, toMarkdown } from '@quire/document'
import { DocumentError } from '@quire/document/errors'
import { badRequest, type Input, implementer, readFirst } from '@quire/kit'
import type { Parser } from '@quire/parsing'
import type { AiContext } from '../context.ts'
import type { Tables } from '../database.ts'

/** The dependencies of instructions. */
export interface InstructionsNeeds {
  publicUrl: string
}

/** The tasks on texts of users that instructions need. */
export type InstructionsTasks = { toDocument: typeof toDocument; toMarkdown: typeof toMarkdown }

type InstructionsContext = AiContext<InstructionsNeeds, Parser<InstructionsTasks>>
type Update = InstructionsContext & Input<typeof agentInstructionOperations.updateOrganizationAgentInstructions>

const implement = implementer<Tables, InstructionsContext>()

/** A part of every prompt, beside the sources that the answer rests on. */
const maxCharacters = 4000

export const instructionRoutes = implement(agentInstructionOperations, {
  getOrganizationAgentInstructions: present,

  updateOrganizationAgentInstructions: readFirst(
    async ({ parser, body }: Update) => {
      const instructions = await markdownOf(parser, body.instructions)
      if (instructions.length > maxCharacters)
        throw badRequest('body.instructions', `must have ${maxCharacters} characters of text at most`)
      return instructions
    },
    async (context, instructions) => {
      const { sql, params, userId } = context
      const changed = { instructions, updated_by: userId, updated_at: new Date() }
      await sql
        .insertInto('agent_instructions')
        .values({ organization_id: params.organizationId, ...changed })
        .onConflict((on) => on.column('organization_id').doUpdateSet(changed))
        .execute()
      return present(context)
    },
  ),
})

async function markdownOf(parser: InstructionsContext['parser'], document: unknown): Promise<string> {
  try {
    return await parser.run('toMarkdown', document as JSONDocument)
  } catch (error) {
    if (error instanceof DocumentError) throw badRequest('body.instructions', error.message)
    throw error
  }
}

/** Presents the instructions; those of an organization that has none are empty, and as old as the organization. */
async function present({
  sql,
  params,
  deps,
  parser,
}: InstructionsContext & { params: { organizationId: string } }): Promise<OrganizationAgentInstructions> {
  const { organizationId } = params
  const row = await sql
    .selectFrom('organization')
    .leftJoin('agent_instructions', 'agent_instructions.organization_id', 'organization.id')
    .select(['state', 'instructions', 'updated_by', 'updated_at'])
    .where('organization.id', '=', organizationId)
    .executeTakeFirst()
  return {
    object: 'agent-instructions',
    instructions: await parser.run('toDocument', row?.instructions ?? ''),
    updatedAt: timestamp(row?.updated_at ?? row?.state.createdAt ?? new Date(0)),
    updatedBy: row?.updated_by ?? '',
    urls: { location: `${deps.publicUrl}/v1/orgs/${organizationId}/agent-instructions` },
  }
}
