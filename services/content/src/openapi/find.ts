import { notFound } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { SpecRow } from './specifications.present.ts'

/** A specification of the path's organization by its slug; throws 404. */
export async function findSpec(
  sql: Sql,
  { organizationId, specSlug }: { organizationId: string; specSlug: string },
): Promise<SpecRow> {
  const row = await sql
    .selectFrom('openapi_spec')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('slug', '=', specSlug)
    .executeTakeFirst()
  if (!row) throw notFound('The OpenAPI specification')
  return row
}
