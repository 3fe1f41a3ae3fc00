import type { Call, CallStream } from '@quire/kit'
import type { VisitorAccessWatch } from '../../addresses/visitor-access-watch.ts'
import type { PageAssets } from '../assets/assets.ts'
import { type ContentSource, shapeFor } from '../content/content-source.ts'
import { type PageTree, pageTree } from '../content/page-tree.ts'
import type { RenderWorkers } from '../render/render-workers.ts'
import { targetHref, variantHref } from '../site/site-hrefs.ts'
import { locationsOf, type SiteLocation, type VisibleSite } from '../site/site-model.ts'

/** The dependencies of a visit. */
export interface PageContext {
  site: VisibleSite
  source: ContentSource
  assets: PageAssets
  renderWorkers: RenderWorkers
  call: Call
  callStream: CallStream
  /** Watches whether the visitor may still read. */
  accessWatch: VisitorAccessWatch
}

/** The trees of a site as one visitor sees them, each read once per visit, sequentially. */
export interface SiteTrees {
  of(location: SiteLocation): Promise<PageTree>
  /** Reads the trees of other spaces on the site, up to the maximum. */
  ofSpaces(spaceIds: readonly string[]): Promise<void>
  /** Returns a tree that was read. */
  known(spaceId: string): PageTree | undefined
  /** Returns the path of a page whose tree was read. */
  findPage(spaceId: string, pageId: string): string | undefined
  /** Returns a hash of everything that pages show of a space's tree; '' if the space is not on the site. */
  shapeOf(spaceId: string): Promise<string>
  /** Returns the spaces whose trees were read. */
  read(): string[]
}

/** The maximum of other spaces that a page or its frame refers to. */
const maxOtherSpaces = 20

export function treesOf({ site, source, call }: PageContext): SiteTrees {
  const trees = new Map<string, Promise<PageTree>>()
  const known = new Map<string, PageTree>()
  const findPage = (spaceId: string, pageId: string) => known.get(spaceId)?.byId.get(pageId)?.href

  async function read(location: SiteLocation, follows: boolean) {
    const { spaceId } = location.variant
    const { pages } = await source.tree(call, location.variant)
    if (follows) {
      const named = pages.flatMap(({ target }) => (target && 'space' in target ? (target.space ?? []) : []))
      await ofSpaces(named.filter((other) => other !== spaceId))
    }
    const tree = pageTree(pages, {
      home: variantHref(site, location),
      hrefOfPath: (path) => `${site.base}${location.variant.pagePath(path)}`,
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

  function of(location: SiteLocation, follows = true) {
    const before = trees.get(location.variant.id)
    if (before) return before
    const reading = read(location, follows)
    trees.set(location.variant.id, reading)
    return reading
  }

  /** Reads trees without following their links, which might lead back. */
  async function ofSpaces(spaceIds: readonly string[]) {
    const others = locationsOf(site).filter(({ variant }) => spaceIds.includes(variant.spaceId))
    await Promise.all(others.slice(0, maxOtherSpaces).map((location) => of(location, false)))
  }

  return {
    of: (location) => of(location),
    ofSpaces,
    known: (spaceId) => known.get(spaceId),
    findPage,
    async shapeOf(spaceId) {
      const location = locationsOf(site).find(({ variant }) => variant.spaceId === spaceId)
      return location ? shapeFor(await source.tree(call, location.variant), site.audience) : ''
    },
    read: () => [...known.keys()],
  }
}
