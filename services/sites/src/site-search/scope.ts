import type { SearchSite, SiteSearchScope } from '@quire/contracts'
import { badRequest } from '@quire/kit'

/** A space of a site that may be searched. */
export interface SearchedSpace {
  id: string
  spaceId: string
  /** Null on a site without sections. */
  sectionId: string | null
  language: string | null
  /** It was chosen to open its section, or the site. */
  isDefault: boolean
}

/** What a request asks to search: its scope, or the same as earlier clients say it. */
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

/** Those that are in the scope. They come in their order; an id that is none of theirs names nothing. */
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

/** One of each section: in the language of the current one where it has one, the default if that is among them. */
function openingIds(all: readonly SearchedSpace[], current: string | undefined): string[] {
  const language = all.find(({ id }) => id === current)?.language ?? null
  return [...Map.groupBy(all, ({ sectionId }) => sectionId).values()].flatMap((section) => {
    const alike = language === null ? [] : section.filter((one) => one.language === language)
    const candidates = alike.length > 0 ? alike : section
    return (candidates.find(({ isDefault }) => isDefault) ?? candidates[0])?.id ?? []
  })
}
