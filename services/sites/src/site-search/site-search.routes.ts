import { siteSearchInternalOperations, siteSearchOperations } from '@quire/contracts'
import { listOf, notOfThisList, type Page } from '@quire/kit'
import { sql as raw } from 'kysely'
import { implement, type SitesContext } from '../context.ts'
import { viewSite, visibleSiteSpaces } from '../site-spaces/view.ts'
import { findSite } from '../states/sites.state.ts'
import { inScope, type SearchedSpace, scopeOf } from './scope.ts'

const { searchSpacesOfSite } = siteSearchInternalOperations

export const siteSearchRoutes = implement(siteSearchOperations, {
  /** Sites says which spaces; content finds in them, and says of a visitor's pages which ones they are shown. */
  async searchSiteContent(context) {
    const { params, body, page, cursors, access, caller, call } = context
    const from = startOf(page)
    const searched = inScope(scopeOf(body), await visibleSpaces(context, params.siteId))
    if (searched.length === 0) return { items: [], count: 0 }
    const answer = await call('searchSpacesOfSite', {
      params: { organizationId: params.organizationId },
      body: {
        query: body.query,
        spaces: searched.map(({ spaceId }) => spaceId),
        from,
        limit: page.limit + 1,
        ...(access.opened && { visitor: { claims: caller.visit?.claims ?? {} } }),
      },
    })
    const { spaces, count } = searchSpacesOfSite.replies[200].parse(answer)
    return listOf({
      page,
      cursors,
      rows: spaces.map((space, index) => ({ space, position: from + index + 1 })),
      present: ({ space }) => space,
      after: ({ position }) => [position],
      count: async () => count,
    })
  },
})

/** A position is where the next page begins. */
function startOf({ cursor }: Page): number {
  if (!cursor) return 0
  const [position] = cursor.after
  if (typeof position !== 'number') throw notOfThisList()
  return position
}

/** Those that the caller sees, in the order that they have beside each other. */
async function visibleSpaces(context: SitesContext, siteId: string): Promise<SearchedSpace[]> {
  const site = await findSite(context.sql, siteId)
  const rows = await visibleSiteSpaces(await viewSite(context, site))
    .leftJoin('site_section', 'site_section.id', 'site_space.section_id')
    .clearSelect()
    .select(['site_space.id', 'site_space.space_id', 'site_space.section_id', 'site_section.default_site_space'])
    .select(raw<string | null>`space.state ->> 'language'`.as('language'))
    .orderBy('site_space.order_key')
    .execute()
  return rows.map(({ id, space_id: spaceId, section_id: sectionId, default_site_space, language }) => {
    const chosen = sectionId === null ? site.default_site_space : default_site_space
    return { id, spaceId, sectionId, language, isDefault: id === chosen }
  })
}
