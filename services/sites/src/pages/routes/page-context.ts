import type { Call } from '@quire/kit'
import type { PageAssets } from '../assets/assets.ts'
import type { ContentSource } from '../content/content.ts'
import { type PageTree, pageTree } from '../content/tree.ts'
import type { Deriving } from '../deriving.ts'
import { targetHref, variantHref } from '../frame/links.ts'
import { type OpenSite, type Place, placesOf } from '../frame/model.ts'

/** What a visit works with. */
export interface Visiting {
  site: OpenSite
  source: ContentSource
  assets: PageAssets
  deriving: Deriving
  call: Call
}

/** The trees of a site as one audience sees them, each read once in a visit. */
export interface SiteTrees {
  of(place: Place): Promise<PageTree>
  /** Those that were read. */
  known(spaceId: string): PageTree | undefined
}

export function treesOf({ site, source, call }: Visiting): SiteTrees {
  const trees = new Map<string, Promise<PageTree>>()
  const known = new Map<string, PageTree>()
  const read = async (place: Place) => {
    const pages = await source.tree(call, place.variant)
    const base = variantHref(site, place)
    const tree = pageTree(pages, {
      base: base === '/' ? '' : base,
      audience: site.audience,
      hrefOf: ({ target }, byId) => {
        if (!target) return undefined
        if (target.kind === 'page' && (target.space ?? place.variant.spaceId) === place.variant.spaceId)
          return byId.get(target.page)?.href
        return targetHref(site, target, findIn(known))
      },
    })
    known.set(place.variant.spaceId, tree)
    return tree
  }
  return {
    of(place) {
      const before = trees.get(place.variant.id)
      if (before) return before
      const reading = read(place)
      trees.set(place.variant.id, reading)
      return reading
    },
    known: (spaceId) => known.get(spaceId),
  }
}

const findIn = (known: ReadonlyMap<string, PageTree>) => (spaceId: string, pageId: string) =>
  known.get(spaceId)?.byId.get(pageId)?.href

/** The variant that a path within the site begins with, and the page's path in it. */
export function placeOf(site: OpenSite, path: string): { place: Place; path: string } | undefined {
  const begins = placesOf(site).flatMap((place) =>
    [place.variant.path, ...place.variant.aliases].map((begin) => ({ place, begin })),
  )
  const [longest] = begins
    .filter(({ begin }) => `/${path}/`.startsWith(`${begin}/`))
    .sort((one, other) => other.begin.length - one.begin.length)
  return longest && { place: longest.place, path: path.slice(longest.begin.length) }
}
