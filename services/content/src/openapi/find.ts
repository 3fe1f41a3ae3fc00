import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { publishedAddress, type SpecRow } from './specifications.present.ts'

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

/** Where the latest version of a specification of the caller's organization is read; undefined where it is not public. */
export const publishedSpec =
  ({ sql, access, deps }: Pick<ContentContext, 'sql' | 'access' | 'deps'>) =>
  async (id: string): Promise<string | undefined> => {
    const row = await sql
      .selectFrom('openapi_spec')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', access.organizationId)
      .executeTakeFirst()
    return (row && publishedAddress(row, 'latest', deps.specAddresses)) ?? undefined
  }
