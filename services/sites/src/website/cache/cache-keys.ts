import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { locationsOf, type VisibleSite } from '../site/site-model.ts'

/** Upper bound on the memory of all remembered lookups. */
const maxLookupBytes = 8 * 1024 ** 2
/** Approximate size of a page's entry, and of one lookup without its text. */
const [entryBytes, lookupBytes] = [300, 150]

/** Hashes the parts, because a shape names all visible conditional pages, of which a space may have thousands. */
const keyOf = (...parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url')

/** The cache inputs of a page that are known before it is rendered. */
export interface PageCacheInputs {
  /**
   * The site's settings and structure, what the frame shows of the page's own space, and the page's text: equal for
   * visitors who see the same.
   */
  common: readonly unknown[]
  /** The key of the audience, for texts that differ between visitors. */
  visitor: string
}

/**
 * Returns the key by which visitors share a rendering in progress. The pages that it will refer to are not known yet, so
 * the key covers the revisions of all spaces.
 */
export const flightKey = (inputs: PageCacheInputs, site: VisibleSite): string =>
  keyOf(
    inputs,
    locationsOf(site).map(({ variant }) => variant.revision),
  )

/** A page that another page refers to, by its id or its path; there may be none. */
export type NodeLookup = { space: string; id: string } | { space: string; path: string }

/** Without id and path, all pages of the space. */
export type PageLookup = NodeLookup | { space: string }

/**
 * Computes the cache keys of pages. A key covers everything that a page was computed from, so a page stays cached when
 * something else of its site changes, and visitors who see the same share it. The pages that a page refers to, and
 * whether its text is the same for everybody, are known only after rendering; they are remembered by the rest of the
 * key.
 */
export function createPageCacheKeys() {
  const lookups = new LRUCache<string, readonly PageLookup[]>({ maxSize: maxLookupBytes, sizeCalculation: bytesOf })
  const keysOf = ({ common, visitor }: PageCacheInputs) => [keyOf(common), keyOf(common, visitor)] as const
  const withFound = async (key: string, made: readonly PageLookup[], foundBy: FoundBy) =>
    keyOf(key, await Promise.all(made.map(foundBy)))

  return {
    /** Returns the keys that the page may be cached under. */
    async find(inputs: PageCacheInputs, foundBy: FoundBy): Promise<string[]> {
      const found = keysOf(inputs).map(async (key) => {
        const made = lookups.get(key)
        return made ? [await withFound(key, made, foundBy)] : []
      })
      return (await Promise.all(found)).flat()
    },

    /** Returns the key of a rendered page, and remembers the pages that it depends on. */
    async remember(inputs: PageCacheInputs, rendered: RenderedFrom, foundBy: FoundBy): Promise<string> {
      const [forAll, forVisitor] = keysOf(inputs)
      const key = rendered.isForAll ? forAll : forVisitor
      lookups.set(key, rendered.lookups)
      return withFound(key, rendered.lookups, foundBy)
    },
  }
}

/** Returns everything that pages show of the page that a lookup finds. */
type FoundBy = (lookup: PageLookup) => Promise<string>

interface RenderedFrom {
  /** True if the text is the same for everybody. */
  isForAll: boolean
  /** The pages that the page depends on besides those of its frame. */
  lookups: readonly PageLookup[]
}

function bytesOf(made: readonly PageLookup[]): number {
  let bytes = entryBytes
  for (const lookup of made) bytes += lookupBytes + Object.values(lookup).join('').length
  return bytes
}
