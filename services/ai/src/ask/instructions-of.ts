import type { Sql } from '../database.ts'

/** Returns the instructions of an organization for every answer, as markdown; empty if it has none. */
export async function instructionsOf(sql: Sql, organizationId: string): Promise<string> {
  const row = await sql
    .selectFrom('agent_instructions')
    .select('instructions')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.instructions ?? ''
}
