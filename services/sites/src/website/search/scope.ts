import type { SearchSite, SiteSearchScope } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { SitesContext } from '../../context.ts'
import { findSite } from '../../model/sites.state.ts'
import { viewSite, visibleSiteSpaces } from '../../view/site-view.ts'

/** A space of a site that may be searched. */
interface SearchedSpace {
  id: string
  spaceId: string
  /** Null on a site without sections. */
  sectionId: string | null
  language: string | null
  /** True for the default of its section, or of the site. */
  isDefault: boolean
}

/** Returns the scope of a search; requests of earlier clients spell it differently. */
export function scopeOf({ scope, mode, siteSpaceId, siteSpaceIds }: SearchSite): SiteSearchScope {
  if (scope) return scope
  if (mode === 'all') return { mode }
  if (mode === 'current') {
    if (siteSpaceId === undefined) throw badRequest('body.siteSpaceId', 'is needed with the mode "current"')
    return { mode: 'default', currentSiteSpace: siteSpaceId }
  }
  if (siteSpaceIds) return { mode: 'specific', siteSpaceIds }
  if (mode === 'specific') throw badRequest('body.siteSpaceIds', 'is needed with the mode "specific"')
  return { mode: 'default' }
}

/** Returns the spaces in the scope, in the given order; ids of other spaces are ignored. */
export function inScope(scope: SiteSearchScope, all: readonly SearchedSpace[]): SearchedSpace[] {
  if (scope.mode === 'all') return [...all]
  if (scope.mode === 'specific') return all.filter(({ id }) => scope.siteSpaceIds.includes(id))
  const { currentSiteSpace: current, includedSiteSpaces = [], restrictTo } = scope
  const named = new Set([
    ...openingIds(all, current),
    ...includedSiteSpaces,
    ...(current === undefined ? [] : [current]),
  ])
  const found = all.filter(({ id }) => named.has(id))
  if (restrictTo === undefined) return found
  return found.filter(({ id }) => (id === current) === (restrictTo === 'currentSiteSpace'))
}

/**
 * Returns one space of each section: one in the language of the current space if there is any, the default of the
 * section if that is among them.
 */
function openingIds(all: readonly SearchedSpace[], current: string | undefined): string[] {
  const language = all.find(({ id }) => id === current)?.language ?? null
  return [...Map.groupBy(all, ({ sectionId }) => sectionId).values()].flatMap((section) => {
    const alike = language === null ? [] : section.filter((one) => one.language === language)
    const candidates = alike.length > 0 ? alike : section
    return (candidates.find(({ isDefault }) => isDefault) ?? candidates[0])?.id ?? []
  })
}

/** Returns the spaces of a site that the caller sees, ordered within their sections. */
export async function searchableSpaces(
  context: Pick<SitesContext, 'sql' | 'access' | 'deps'>,
  siteId: string,
): Promise<SearchedSpace[]> {
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
