import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { specPrefix } from '../pages/resolve-target.ts'
import type { OpenApiContext, OpenApiNeeds } from './context.ts'
import { publishedAddress, type SpecRow } from './specifications.present.ts'

/** Finds a specification of the path's organization by slug, or by id as pages may name it. Throws 404. */
export async function findSpec(
  sql: Sql,
  { organizationId, specSlug }: { organizationId: string; specSlug: string },
): Promise<SpecRow> {
  const row = await sql
    .selectFrom('openapi_spec')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where((one) => one.or([one('slug', '=', specSlug), one('id', '=', specSlug)]))
    .orderBy((one) => one('slug', '=', specSlug), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('The OpenAPI specification')
  return row
}

/**
 * Like `findSpec`, for readers: members of the organization may read every specification, visitors of a site only those
 * that a page visible to them shows by slug or id. Throws 404.
 */
export async function findReadableSpec(
  context: Pick<OpenApiContext, 'sql' | 'deps' | 'access' | 'caller' | 'signal'> & {
    params: { organizationId: string; specSlug: string }
  },
): Promise<SpecRow> {
  const { sql, params, access, deps } = context
  const spec = await findSpec(sql, params)
  if (!access.visitorSpaceIds) return spec
  const addresses = [spec.slug, spec.id].map((name) => `${specPrefix}${name}`)
  if (!(await deps.isReferenced(context, access.visitorSpaceIds, addresses)))
    throw notFound('The OpenAPI specification')
  return spec
}

/**
 * Looks up the public address of the latest version of a specification of the organization; undefined if not public.
 */
export const findPublishedAddress =
  ({ sql, access, deps }: Pick<ContentContext<Pick<OpenApiNeeds, 'specAddresses'>>, 'sql' | 'access' | 'deps'>) =>
  async (id: string): Promise<string | undefined> => {
    const row = await sql
      .selectFrom('openapi_spec')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', access.organizationId)
      .executeTakeFirst()
    return (row && publishedAddress(row, 'latest', deps.specAddresses)) ?? undefined
  }
