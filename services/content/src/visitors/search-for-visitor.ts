import type { VisitorClaims } from '@quire/contracts'
import { type ContentCaller, visitorWith } from '../pages/page-visibility.ts'
import type { FoundSection } from '../search/load-sections.ts'
import { candidatesForVisitors, type FoundPage, type SearchScope } from '../search/search-pages.ts'
import type { VisitorsContext } from './context.ts'
import { fullyVisiblePages } from './fully-visible-pages.ts'
import { searchVisibleTexts } from './search-visible-texts.ts'
import { pageKey, visibleLivePages } from './visible-live-pages.ts'

type Context = Pick<VisitorsContext, 'sql' | 'deps' | 'parser' | 'caller'>

/** A found page; with sections of its own if its text differs between visitors. */
export interface PageForVisitor {
  page: FoundPage
  sections?: FoundSection[] | undefined
}

interface VisitorSearch {
  claims: VisitorClaims
  query: string
  /** The number of pages that is enough; absent: all of the best. */
  enough?: number
}

/** Texts that one search evaluates and searches again; pages beyond that are not found. */
const maxEvaluated = 20

/**
 * Finds pages for a visitor, best first; `isAll` is true if there are no others. The index holds the texts for all
 * visitors, so each found page is checked: the page and those above it must be visible and listed, and a text with
 * conditions is searched again as evaluated for this visitor (docs/adr/0027). Hidden content is neither found nor
 * counted, and does not displace other results.
 */
export async function searchForVisitor(
  context: Context,
  searched: SearchScope,
  { claims, query, enough }: VisitorSearch,
): Promise<{ found: PageForVisitor[]; isAll: boolean }> {
  const visitor = visitorWith(claims, context.caller)
  const evaluated = { left: maxEvaluated }
  const found: PageForVisitor[] = []
  const index = context.deps.search.index
  for await (const { pages, isAll } of candidatesForVisitors(index, searched, query, enough)) {
    const visible = await visibleOf(context, pages, { visitor, query, evaluated })
    found.push(...visible.map((one, index) => rankedAs(found.length + index + 1, one)))
    if (isAll || (enough !== undefined && found.length >= enough)) return { found: found.slice(0, enough), isAll }
  }
  return { found, isAll: false }
}

interface VisibilityCheck {
  visitor: ContentCaller
  query: string
  evaluated: { left: number }
}

/** Returns the ranked pages that the visitor may find. */
async function visibleOf(
  context: Context,
  ranked: readonly FoundPage[],
  { visitor, query, evaluated }: VisibilityCheck,
) {
  const whole = await fullyVisiblePages(context, ranked, visitor)
  const partly = ranked
    .filter((page) => !whole.has(page))
    .map((page) => ({ page, spaceId: page.space, pageId: page.id }))
  const live = await visibleLivePages(context, partly, { reader: visitor, listed: true })
  const others = partly.flatMap(({ page, ...location }) => {
    const visible = live.get(pageKey(location))
    return visible ? [{ page, live: visible }] : []
  })
  const checked = others.slice(0, evaluated.left)
  evaluated.left -= checked.length
  const answers = await searchVisibleTexts(context, checked, { visitor, query })
  return ranked.flatMap((page): PageForVisitor[] => {
    if (whole.has(page)) return [{ page }]
    const sections = answers.get(page)
    return sections ? [{ page, sections }] : []
  })
}

/**
 * Returns the page with its rank among the visible ones, since a gap would reveal hidden pages. The index scored the
 * hidden text too, so a page with sections of its own has the score of the best of them.
 */
function rankedAs(rank: number, { page, sections }: PageForVisitor): PageForVisitor {
  const score = sections ? Math.max(0, ...sections.map((section) => section.score)) : page.score
  return { page: { ...page, rank, score }, sections }
}
