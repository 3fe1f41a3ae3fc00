import type { VisitorClaims } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import { visitorWith } from '../pages/readers.ts'
import { textsForAll } from '../search/conditional-texts.ts'
import { readLive } from '../search/live-pages.ts'
import type { FoundPage } from '../search/search.ts'
import { keyOfPlace, livePagesShown } from '../shown/live-pages.ts'

type Context = Pick<ContentContext, 'sql' | 'deps'>

/** A live page, with the hash of its text; '' where it has none. */
type LivePage = Pick<FoundPage, 'space' | 'id' | 'document'>

/** Those of some live pages that a visitor is shown, whole and with the pages above them; one load a level of the trees. */
export async function pagesForVisitor<Page extends LivePage>(
  { sql, deps }: Context,
  found: readonly Page[],
  claims: VisitorClaims,
): Promise<ReadonlySet<Page>> {
  const spaces = await readLive(sql, { ids: [...new Set(found.map(({ space }) => space))] })
  const live = new Map(spaces.map((space) => [space.id, space]))
  const wanted = found.map(({ space, document }) => ({ store: live.get(space)?.store ?? '', document }))
  const forAll = await textsForAll(sql, deps.search.conditional, wanted)
  // A text with conditions is shown to nobody whole: that it answers would say what it hides.
  const candidates = found.filter(({ document }) => document === '' || forAll.has(document))
  const shown = await livePagesShown({ sql, deps }, candidates.map(placeOf), {
    reader: visitorWith(claims),
    listed: true,
  })
  return new Set(candidates.filter((page) => shown.has(keyOfPlace(placeOf(page)))))
}

const placeOf = ({ space, id }: LivePage) => ({ spaceId: space, pageId: id })
