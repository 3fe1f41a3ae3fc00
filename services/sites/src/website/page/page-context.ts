import type { Call, CallStream } from '@quire/kit'
import type { VisitorAccessWatch } from '../../addresses/visitor-access-watch.ts'
import type { PageAssets } from '../assets/assets.ts'
import type { NodeLookup, PageLookup } from '../cache/cache-keys.ts'
import { type ContentSource, shapeFor } from '../content/content-source.ts'
import { type PageTree, pageTree } from '../content/page-tree.ts'
import type { PageTreeCache } from '../content/page-tree-cache.ts'
import type { RenderWorkers } from '../render/render-workers.ts'
import { targetHref, variantHref } from '../site/site-hrefs.ts'
import { locationsOf, type SiteLocation, type TreeNode, type VisibleSite } from '../site/site-model.ts'

/** The dependencies of a visit. */
export interface PageContext {
  site: VisibleSite
  source: ContentSource
  pageTrees: PageTreeCache
  assets: PageAssets
  renderWorkers: RenderWorkers
  call: Call
  callStream: CallStream
  /** Watches whether the visitor may still read. */
  accessWatch: VisitorAccessWatch
}

/** The trees of a site as one visitor sees them, each read once per visit. */
export interface SiteTrees {
  of(location: SiteLocation): Promise<PageTree>
  /** Reads the trees of other spaces on the site, up to the maximum. */
  ofSpaces(spaceIds: readonly string[]): Promise<void>
  /** Returns a tree that was read. */
  known(spaceId: string): PageTree | undefined
  /** Returns a page of a space whose tree was read, and records that the page which is being rendered depends on it. */
  look(up: NodeLookup): TreeNode | undefined
  /** Returns the recorded lookups; if there are many, the spaces as a whole. */
  lookups(): PageLookup[]
  /** Returns everything that pages show of the page that a lookup finds now; '' if it finds none. */
  foundBy(lookup: PageLookup): Promise<string>
  /** Returns a hash of everything that pages show of a space's tree; '' if the space is not on the site. */
  shapeOf(spaceId: string): Promise<string>
}

/** The maximum of other spaces that a page or its frame refers to. */
const maxOtherSpaces = 20
/** A page that refers to more pages depends on the trees of their spaces as a whole. */
const maxLookups = 300

export function treesOf({ site, source, pageTrees, call }: PageContext): SiteTrees {
  const trees = new Map<string, Promise<PageTree>>()
  const known = new Map<string, PageTree>()
  const recorded = new Map<string, NodeLookup>()
  const locations = new Map(locationsOf(site).map((location) => [location.variant.spaceId, location]))
  const locationsIn = (spaceIds: readonly string[]) =>
    [...new Set(spaceIds)].flatMap((spaceId) => locations.get(spaceId) ?? []).slice(0, maxOtherSpaces)

  /**
   * Builds a tree, whose links lead to the pages of the other trees. These are built without others, since their links
   * might lead back.
   */
  async function build(location: SiteLocation, others: ReadonlyMap<string, PageTree> | undefined) {
    const { variant } = location
    const space = await source.tree(call, variant)
    const shapes = await Promise.all([...(others?.keys() ?? [])].map(shapeOf))
    const inputs = [site.id, site.version, variant.id, variant.revision, shapeFor(space, site.audience)]
    return pageTrees.getOrBuild([...inputs, others !== undefined, shapes], () =>
      pageTree(space.pages, {
        home: variantHref(site, location),
        hrefOfPath: (path) => `${site.base}${variant.pagePath(path)}`,
        audience: site.audience,
        hrefOf: ({ target }, byId) =>
          targetHref(site, target, {
            spaceId: variant.spaceId,
            findPage: (id, page) => (id === variant.spaceId ? byId : others?.get(id)?.byId)?.get(page)?.href,
          }),
      }),
    )
  }

  async function read(location: SiteLocation) {
    const { spaceId } = location.variant
    const { linkedSpaces } = await source.tree(call, location.variant)
    const linked = locationsIn(linkedSpaces.filter((other) => other !== spaceId))
    const others = linked.map(async (other) => [other.variant.spaceId, await build(other, undefined)] as const)
    const tree = await build(location, new Map(await Promise.all(others)))
    known.set(spaceId, tree)
    return tree
  }

  function of(location: SiteLocation) {
    const before = trees.get(location.variant.id)
    if (before) return before
    const reading = read(location)
    trees.set(location.variant.id, reading)
    return reading
  }

  async function shapeOf(spaceId: string) {
    const location = locations.get(spaceId)
    return location ? shapeFor(await source.tree(call, location.variant), site.audience) : ''
  }

  return {
    of,
    async ofSpaces(spaceIds) {
      await Promise.all(locationsIn(spaceIds).map(of))
    },
    known: (spaceId) => known.get(spaceId),
    look(lookup) {
      const tree = known.get(lookup.space)
      if (tree) recorded.set(JSON.stringify(lookup), lookup)
      return nodeFoundBy(tree, lookup)
    },
    lookups() {
      const all = [...recorded.values()]
      return all.length <= maxLookups ? all : [...new Set(all.map(({ space }) => space))].map((space) => ({ space }))
    },
    async foundBy(lookup) {
      if (!('id' in lookup || 'path' in lookup)) return shapeOf(lookup.space)
      const location = locations.get(lookup.space)
      const node = location && nodeFoundBy(await of(location), lookup)
      return node ? JSON.stringify([node.href, node.title, node.description, node.emoji, node.icon]) : ''
    },
    shapeOf,
  }
}

const nodeFoundBy = (tree: PageTree | undefined, lookup: NodeLookup): TreeNode | undefined =>
  'id' in lookup ? tree?.byId.get(lookup.id) : tree?.byPath.get(lookup.path)
