import { siteVisibleTo, spaceLevels } from '@quire/access'
import type { siteOperations } from '@quire/contracts'
import { anyOf, containing, countOf, type Input, keysetPage, listOf } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { countedSites, presentSite } from '../../view/sites.present.ts'

type List = SitesContext & Input<typeof siteOperations.listSites>

/** Lists the sites of an organization that the caller sees, oldest first. */
export async function listSites(context: List) {
  const { sql, page, cursors, deps } = context
  if (!(await mayMatch(context))) return { items: [], count: 0 }
  const matching = filtered(context)
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['site.id']).execute(),
    present: (row) => presentSite(row, deps.publicUrl),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('site.id')),
  })
}

/** False if the filter names a space that is hidden from the caller: no site matches then. */
async function mayMatch({ sql, access, query }: List): Promise<boolean> {
  if (query.space === undefined) return true
  const level = (await spaceLevels(sql, access.member, [query.space])).get(query.space)
  return level !== undefined && level !== 'none'
}

function filtered({ sql, access, query: { title, published, type, space } }: List) {
  let sites = countedSites(sql, access.member)
    .where('site.organization_id', '=', access.organizationId)
    .where(siteVisibleTo(access.member))
  if (title !== undefined) sites = sites.where('site.title', 'ilike', containing(title))
  if (published !== undefined) sites = sites.where('site.published', '=', published)
  if (type !== undefined) sites = sites.where('site.type', '=', anyOf(type))
  if (space === undefined) return sites
  return sites.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('site_space')
        .select('site_space.id')
        .whereRef('site_space.site_id', '=', 'site.id')
        .where('site_space.space_id', '=', space),
    ),
  )
}
