import type { integrationOperations } from '@quire/contracts'
import { containing, countOf, type Input, keysetPage, listOf } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import type { SitesContext } from '../../context.ts'
import { administeredIds } from '../administered-organizations.ts'
import { ownedIntegrations, presentIntegration } from './integrations.present.ts'

type Filter = Input<typeof integrationOperations.listIntegrations>['query']
type Query = ReturnType<typeof ownedIntegrations>

/**
 * Lists the public integrations by name, and for an organization its own as well. Each of the two is a range of an index
 * that begins where the page begins, so hidden integrations of others cost nothing.
 */
export async function listIntegrations(context: SitesContext & { query: Filter }, organizationId?: string) {
  const { sql, query, page, cursors, deps } = context
  const all = [
    filtered(ownedIntegrations(sql), query).where('visibility', '=', 'public'),
    ...(organizationId === undefined
      ? []
      : [
          filtered(ownedIntegrations(sql), query)
            .where('organization_id', '=', organizationId)
            .where('visibility', '<>', 'public'),
        ]),
  ]
  const pages = all.map((one) => keysetPage(one, page, ['integration.name']).execute())
  const rows = (await Promise.all(pages)).flat().sort((one, other) => (one.name < other.name ? -1 : 1))
  const administered = await administeredIds(context)
  return listOf({
    page,
    cursors,
    rows: rows.slice(0, page.limit + 1),
    present: (row) => presentIntegration(row, { administered, publicUrl: deps.publicUrl }),
    after: (row) => [row.name],
    count: async () => {
      const counts = await Promise.all(all.map((one) => countOf(sql, one.clearSelect().select('integration.name'))))
      return counts.reduce<number | undefined>(
        (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
        0,
      )
    },
  })
}

function filtered(
  rows: Query,
  { search, category, blockDomain, blocks, contentSources, owner, scope, target }: Filter,
) {
  const conditions = [
    search !== undefined && matching(search),
    category !== undefined && raw<SqlBool>`jsonb_exists(manifest->'categories', ${category})`,
    scope !== undefined && raw<SqlBool>`jsonb_exists(manifest->'scopes', ${scope})`,
    blockDomain !== undefined &&
      raw<SqlBool>`exists (
        select from jsonb_path_query(manifest, '$.blocks[*].urlUnfurl[*]') pattern
        where pattern #>> '{}' ilike ${containing(blockDomain)})`,
    blocks !== undefined && raw<SqlBool>`jsonb_path_exists(manifest, '$.blocks[0]') = ${blocks}`,
    contentSources !== undefined &&
      raw<SqlBool>`jsonb_path_exists(manifest, '$.contentSources[0]') = ${contentSources}`,
    owner !== undefined && raw<SqlBool>`integration.organization_id = ${owner}`,
    target !== undefined && raw<SqlBool>`target in (${target}, 'all')`,
  ]
  return conditions.reduce<Query>((query, one) => (one === false ? query : query.where(one)), rows)
}

/** The condition that the name or the title contains a text. */
export const matching = (search: string) =>
  raw<SqlBool>`(integration.name ilike ${containing(search)} or manifest->>'title' ilike ${containing(search)})`
