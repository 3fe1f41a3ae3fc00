import { hash } from 'node:crypto'
import { roomFor } from '@quire/kit'
import { LRUCache } from 'lru-cache'

const mostNames = 50_000

/** Short: a space may have thousands of pages with conditions, and its shape names all that are shown. */
const nameOf = (...parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url')

/** What a page is made of, as far as it is known before it is rendered. */
export interface PageMakings {
  /** The site's looks and structure, the shape of the page's own space, and its text: the same for who is shown the same. */
  same: readonly unknown[]
  /** Who reads it: for texts that are others for some readers. */
  reader: string
}

/**
 * The names of kept pages. A name says all that a page is made of: so a page stays when something else of its site changes,
 * and readers who are shown the same share it. Which other spaces a page leads to, and whether its text is the same for
 * everybody, is known only when it was rendered: it is remembered by the rest of its name.
 */
export function pageNames() {
  const others = new LRUCache<string, readonly string[]>(roomFor(mostNames))
  const keysOf = ({ same, reader }: PageMakings) => [nameOf(same), nameOf(same, reader)] as const
  const shapesOf = (spaceIds: readonly string[], shapeOf: ShapeOf) => Promise.all(spaceIds.map(shapeOf))

  return {
    /** The names that the page may be kept by. */
    async find(makings: PageMakings, shapeOf: ShapeOf): Promise<string[]> {
      const found = keysOf(makings).map(async (key) => {
        const spaceIds = others.get(key)
        return spaceIds ? [nameOf(key, await shapesOf(spaceIds, shapeOf))] : []
      })
      return (await Promise.all(found)).flat()
    },

    /** The name of a page that was rendered from these. */
    async give(makings: PageMakings, { isForAll, spaceIds }: Rendered, shapeOf: ShapeOf): Promise<string> {
      const [forAll, forReader] = keysOf(makings)
      const key = isForAll ? forAll : forReader
      others.set(key, spaceIds)
      return nameOf(key, await shapesOf(spaceIds, shapeOf))
    },
  }
}

/** The shape of a space's tree as the reader sees it. */
type ShapeOf = (spaceId: string) => Promise<string>

interface Rendered {
  /** The text is the same for everybody. */
  isForAll: boolean
  /** The other spaces that it looked at. */
  spaceIds: readonly string[]
}
