import type { Call, CallStream } from '@quire/kit'
import type { VisitorStanding } from '../../published/standing.ts'
import type { PageAssets } from '../assets/assets.ts'
import type { ContentSource } from '../content/content.ts'
import { shapeFor } from '../content/space-tree.ts'
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
  callStream: CallStream
  /** Until when an answer to the visitor is written. */
  standing: VisitorStanding
}

/** The trees of a site as one audience sees them, each read once in a visit, and one after the other. */
export interface SiteTrees {
  of(place: Place): Promise<PageTree>
  /** Reads those of other spaces that are on the site, as many as there may be. */
  ofSpaces(spaceIds: readonly string[]): Promise<void>
  /** One that was read. */
  known(spaceId: string): PageTree | undefined
  /** Where a page is, if its tree was read. */
  findPage(spaceId: string, pageId: string): string | undefined
  /** All that pages show of the tree of a space that is on the site, in a few characters; '' where none is. */
  shapeOf(spaceId: string): Promise<string>
  /** The spaces whose trees were read. */
  read(): string[]
}

/** Of spaces that a page or its frame refers to. */
const mostOthers = 20

export function treesOf({ site, source, call }: Visiting): SiteTrees {
  const trees = new Map<string, Promise<PageTree>>()
  const known = new Map<string, PageTree>()
  const findPage = (spaceId: string, pageId: string) => known.get(spaceId)?.byId.get(pageId)?.href

  async function read(place: Place, follows: boolean) {
    const { spaceId } = place.variant
    const { pages } = await source.tree(call, place.variant)
    if (follows) {
      const named = pages.flatMap(({ target }) => (target && 'space' in target ? (target.space ?? []) : []))
      await ofSpaces(named.filter((other) => other !== spaceId))
    }
    const base = variantHref(site, place).replace(/\/$/, '')
    const tree = pageTree(pages, {
      base,
      audience: site.audience,
      hrefOf: ({ target }, byId) =>
        targetHref(site, target, {
          spaceId,
          findPage: (space, page) => (space === spaceId ? byId.get(page)?.href : findPage(space, page)),
        }),
    })
    known.set(spaceId, tree)
    return tree
  }

  function of(place: Place, follows = true) {
    const before = trees.get(place.variant.id)
    if (before) return before
    const reading = read(place, follows)
    trees.set(place.variant.id, reading)
    return reading
  }

  /** Links of their own that lead on to further spaces are not followed: these might lead back. */
  async function ofSpaces(spaceIds: readonly string[]) {
    const others = placesOf(site).filter(({ variant }) => spaceIds.includes(variant.spaceId))
    await Promise.all(others.slice(0, mostOthers).map((place) => of(place, false)))
  }

  return {
    of: (place) => of(place),
    ofSpaces,
    known: (spaceId) => known.get(spaceId),
    findPage,
    async shapeOf(spaceId) {
      const place = placesOf(site).find(({ variant }) => variant.spaceId === spaceId)
      return place ? shapeFor(await source.tree(call, place.variant), site.audience) : ''
    },
    read: () => [...known.keys()],
  }
}
