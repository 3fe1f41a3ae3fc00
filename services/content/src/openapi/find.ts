import { notFound } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { shownThings } from '../shown/things.ts'
import { specPlace } from '../targets/targets.ts'
import { publishedAddress, type SpecRow } from './specifications.present.ts'

/** A specification of the path's organization by its slug, or by its id, as pages may name it; throws 404. */
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
 * The same for whoever may read it: members of the organization may, and visitors of a site where one of its pages shows
 * them the specification, by its slug or its id.
 */
export async function findReadSpec(
  context: Pick<ContentContext, 'sql' | 'deps' | 'parser' | 'access' | 'caller'> & {
    params: { organizationId: string; specSlug: string }
  },
): Promise<SpecRow> {
  const { sql, params, access, caller } = context
  const spec = await findSpec(sql, params)
  if (!access.visitedSpaces) return spec
  const addresses = [spec.slug, spec.id].map((name) => `${specPlace}${name}`)
  const shown = await shownThings(context, access.visitedSpaces, { by: 'target', addresses }, caller)
  if (![...shown.values()].includes(true)) throw notFound('The OpenAPI specification')
  return spec
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
