import { forbidden } from '@quire/kit'
import type { Sql } from '../database.ts'

/** Throws 403 if the organization has switched questions off. */
export async function requireAi(sql: Sql, organizationId: string): Promise<void> {
  const organization = await sql
    .selectFrom('organization')
    .select('state')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (organization?.state.ai === false) throw forbidden('This organization has switched AI features off.')
}
