import type { VisitAnswer } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { flightKey, type PageCacheInputs } from '../cache/cache-keys.ts'
import { answerFromCache } from '../cache/page-cache.ts'
import { answered, redirect } from '../cache/visit-answers.ts'
import { visibleInFrame } from '../content/navigation.ts'
import { firstDocument, type PageTree } from '../content/page-tree.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { pageMarkdown } from '../page/page-markdown.ts'
import { renderPage } from '../page/render-page.ts'
import type { WebsiteNeeds } from '../pages-dependencies.ts'
import { visibleLinks } from '../site/site-hrefs.ts'
import type { SiteLocation, TreeNode } from '../site/site-model.ts'

/** The request for a page. */
interface PageRequest extends Pick<SitesContext<WebsiteNeeds>, 'deps' | 'visit'> {
  /** Receives the cache key of the page that is sent. */
  cacheFront(key: string): void
}

/** Others may wait for the page of a visitor who has disconnected. */
const never = new AbortController().signal

/** Answers with the page at a path; undefined if there is none. */
export async function pageAt(
  { deps, visit, cacheFront }: PageRequest,
  pageContext: PageContext,
  trees: SiteTrees,
  { location, path }: { location: SiteLocation; path: string },
): Promise<VisitAnswer | undefined> {
  const { audience } = pageContext.site
  const tree = await trees.of(location)
  const node = path === '' ? tree.listed[0] : tree.byPath.get(path)
  if (node?.type === 'group') {
    const first = firstDocument(node)
    if (first?.href) return redirect(first.href, audience)
  }
  if (node?.type !== 'document') return undefined
  const { cacheKeys, pageCache } = deps.pages
  const inputs = await pageCacheInputs(pageContext, trees, { location, node, tree })
  const known = await cacheKeys.find(inputs, trees.foundBy)
  const flight = flightKey(inputs, pageContext.site)
  const { key, page } = await pageCache.getOrRender(known, flight, async () => {
    const { isForAll, ...rendered } = await deps.pages.coldWork(audience.groups, never, () =>
      renderPage(pageContext, trees, { location, node, tree }),
    )
    const lookups = trees.lookups()
    return { ...rendered, key: await cacheKeys.remember(inputs, { isForAll, lookups }, trees.foundBy) }
  })
  cacheFront(key)
  return answerFromCache(page, visit, audience.isPublic)
}

/** Answers with the markdown of a page, at the path of the page with `.md`; undefined if there is none. */
export async function markdownAt(
  pageContext: PageContext,
  trees: SiteTrees,
  { location, path }: { location: SiteLocation; path: string },
): Promise<VisitAnswer | undefined> {
  const { isPublic } = pageContext.site.audience
  const tree = await trees.of(location)
  const node = path.endsWith('.md') ? tree.byPath.get(path.slice(0, -3)) : undefined
  if (node?.type !== 'document') return undefined
  const text = await pageMarkdown(pageContext, trees, { location, tree, node })
  return answered(text, { type: 'markdown', isPublic, more: { 'X-Robots-Tag': 'noindex' } })
}

/** Returns everything that decides the content of a page, before it is rendered. */
async function pageCacheInputs(
  { site, source, call }: PageContext,
  trees: SiteTrees,
  { location: { variant }, node, tree }: { location: SiteLocation; node: TreeNode; tree: PageTree },
): Promise<PageCacheInputs> {
  const { isPublic, isIndexed, preview, key: visitor } = site.audience
  const { shared } = await source.tree(call, variant)
  const frame = visibleInFrame(tree, node, await trees.shapeOf(variant.spaceId))
  const around = [
    site.id,
    site.version,
    { isPublic, isIndexed, preview },
    visibleLinks(site),
    variant.id,
    frame,
    shared,
  ]
  return { common: [...around, node.id, node.text, node.updatedAt], visitor }
}
