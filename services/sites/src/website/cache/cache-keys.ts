import { hash } from 'node:crypto'
import { lruOptions } from '@quire/kit'
import { LRUCache } from 'lru-cache'

const maxKeys = 50_000

/** Hashes the parts, because a shape names all visible conditional pages, of which a space may have thousands. */
const keyOf = (...parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url')

/** The cache inputs of a page that are known before it is rendered. */
export interface PageCacheInputs {
  /**
   * The site's settings and structure, the shape of the page's own space, and the page's text: equal for visitors who
   * see the same.
   */
  common: readonly unknown[]
  /** The key of the audience, for texts that differ between visitors. */
  visitor: string
}

/**
 * Computes the cache keys of pages. A key covers everything that a page was computed from, so a page stays cached when
 * something else of its site changes, and visitors who see the same share it. The other spaces that a page links to,
 * and whether its text is the same for everybody, are known only after rendering; they are remembered by the rest of
 * the key.
 */
export function createPageCacheKeys() {
  const others = new LRUCache<string, readonly string[]>(lruOptions(maxKeys))
  const keysOf = ({ common, visitor }: PageCacheInputs) => [keyOf(common), keyOf(common, visitor)] as const
  const shapesOf = (spaceIds: readonly string[], shapeOf: ShapeOf) => Promise.all(spaceIds.map(shapeOf))

  return {
    /** Returns the keys that the page may be cached under. */
    async find(inputs: PageCacheInputs, shapeOf: ShapeOf): Promise<string[]> {
      const found = keysOf(inputs).map(async (key) => {
        const spaceIds = others.get(key)
        return spaceIds ? [keyOf(key, await shapesOf(spaceIds, shapeOf))] : []
      })
      return (await Promise.all(found)).flat()
    },

    /** Returns the key of a rendered page, and remembers the spaces that it depends on. */
    async remember(inputs: PageCacheInputs, { isForAll, spaceIds }: RenderedFrom, shapeOf: ShapeOf): Promise<string> {
      const [forAll, forVisitor] = keysOf(inputs)
      const key = isForAll ? forAll : forVisitor
      others.set(key, spaceIds)
      return keyOf(key, await shapesOf(spaceIds, shapeOf))
    },
  }
}

/** The shape of a space's tree as the visitor sees it. */
type ShapeOf = (spaceId: string) => Promise<string>

interface RenderedFrom {
  /** True if the text is the same for everybody. */
  isForAll: boolean
  /** The other spaces that the page depends on. */
  spaceIds: readonly string[]
}
