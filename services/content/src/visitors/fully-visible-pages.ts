import type { ContentCaller } from '../pages/page-visibility.ts'
import { readLiveSpaces } from '../search/live-spaces.ts'
import type { FoundPage } from '../search/search-pages.ts'
import type { VisitorsContext } from './context.ts'
import { pageKey, visibleLivePages } from './visible-live-pages.ts'
import { textsForAll } from './visitor-texts.ts'

type Context = Pick<VisitorsContext, 'sql' | 'deps'>

/** A live page with the hash of its text; '' if it has none. */
type FoundLivePage = Pick<FoundPage, 'space' | 'id' | 'document'>

/** Returns the live pages that are visible to a visitor as a whole, with one load per level of the trees. */
export async function fullyVisiblePages<Page extends FoundLivePage>(
  { sql, deps }: Context,
  found: readonly Page[],
  reader: ContentCaller,
): Promise<ReadonlySet<Page>> {
  const spaces = await readLiveSpaces(sql, { ids: [...new Set(found.map(({ space }) => space))] })
  const live = new Map(spaces.map((space) => [space.id, space]))
  const wanted = found.map(({ space, document }) => ({ store: live.get(space)?.store ?? '', document }))
  const forAll = await textsForAll(sql, deps.visitorTexts.conditional, wanted)
  // A text with conditions is never visible as a whole: finding it would reveal the hidden parts.
  const candidates = found.filter(({ document }) => document === '' || forAll.has(document))
  const visible = await visibleLivePages({ sql, deps }, candidates.map(pageOf), { reader, listed: true })
  return new Set(candidates.filter((page) => visible.has(pageKey(pageOf(page)))))
}

const pageOf = ({ space, id }: FoundLivePage) => ({ spaceId: space, pageId: id })
