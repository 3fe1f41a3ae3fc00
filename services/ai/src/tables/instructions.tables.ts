export interface InstructionTables {
  /** Instructions of organizations for every answer. They are ai's own data: no event can bring them back. */
  agent_instructions: {
    organization_id: string
    /** Markdown. */
    instructions: string
    updated_by: string
    updated_at: Date
  }
}
