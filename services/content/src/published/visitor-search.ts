import type { VisitorClaims } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import { visitorWith } from '../pages/readers.ts'
import { type FoundPage, pagesForVisitors, type SearchIn } from '../search/search.ts'
import type { FoundSection } from '../search/sections.ts'
import { keyOfPlace, livePagesShown } from '../shown/live-pages.ts'
import { searchShown } from './search-shown.ts'
import { pagesForVisitor } from './visitor-pages.ts'

type Context = Pick<ContentContext, 'sql' | 'deps' | 'parser'>

/** A page that answers, and what it says to this visitor where that is another thing for others. */
export interface PageForVisitor {
  page: FoundPage
  sections?: FoundSection[] | undefined
}

interface VisitorSearch {
  claims: VisitorClaims
  query: string
  /** Pages that are enough; of all that answer best where absent. */
  enough?: number
}

/** Texts that one search evaluates and searches again; pages with further ones are not found. */
const mostEvaluated = 20

/**
 * The pages that a visitor finds, best first, and whether these are all. The index holds what is for any visitor. So what
 * it finds is looked at: a page must be listed and shown, with those above it, and a text with conditions is searched
 * again as this visitor is shown it (docs/adr/0063). What is hidden is neither found nor counted, and takes nobody's place.
 */
export async function searchForVisitor(
  context: Context,
  searched: SearchIn,
  { claims, query, enough }: VisitorSearch,
): Promise<{ found: PageForVisitor[]; isAll: boolean }> {
  const evaluated = { left: mostEvaluated }
  const found: PageForVisitor[] = []
  const index = context.deps.search.index
  for await (const { pages, isAll } of pagesForVisitors(index, searched, query, enough)) {
    found.push(...(await shownOf(context, pages, { claims, query, evaluated })))
    if (isAll || (enough !== undefined && found.length >= enough)) return { found: found.slice(0, enough), isAll }
  }
  return { found, isAll: false }
}

type Looking = VisitorSearch & { evaluated: { left: number } }

/** Those of some ranked pages that the visitor finds. */
async function shownOf(context: Context, ranked: readonly FoundPage[], { claims, query, evaluated }: Looking) {
  const whole = await pagesForVisitor(context, ranked, claims)
  const visitor = visitorWith(claims)
  const partly = ranked
    .filter((page) => !whole.has(page))
    .map((page) => ({ page, spaceId: page.space, pageId: page.id }))
  const live = await livePagesShown(context, partly, { reader: visitor, listed: true })
  const others = partly.flatMap(({ page, ...place }) => {
    const shown = live.get(keyOfPlace(place))
    return shown ? [{ page, shown }] : []
  })
  const looked = others.slice(0, evaluated.left)
  evaluated.left -= looked.length
  const answers = await searchShown(context, looked, { visitor, query })
  return ranked.flatMap((page): PageForVisitor[] => {
    if (whole.has(page)) return [{ page }]
    const sections = answers.get(page)
    return sections ? [{ page, sections }] : []
  })
}
