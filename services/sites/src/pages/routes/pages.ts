import type { VisitAnswer } from '@quire/kit'
import { firstDocument, type PageTree } from '../content/tree.ts'
import type { Place, TreeNode } from '../frame/model.ts'
import { answered, redirect } from '../kept/answers.ts'
import { keptAnswer } from '../kept/kept-pages.ts'
import { makingsOf } from './makings.ts'
import { markdownOf } from './markdown.ts'
import { missingPage } from './missing.ts'
import { renderPage } from './page.ts'
import type { SiteTrees, Visiting } from './page-context.ts'
import type { AskedPath } from './specials.ts'
import type { VisitContext } from './visit.routes.ts'

/** The page at a path, as HTML or markdown. */
export async function pageAt(
  { deps, visit, keep }: VisitContext,
  visiting: Visiting,
  trees: SiteTrees,
  { place, path }: AskedPath,
): Promise<VisitAnswer> {
  const { site } = visiting
  const { audience } = site
  const tree = await trees.of(place)
  const node = path === '' ? tree.listed[0] : tree.byPath.get(path)
  if (node?.type === 'group') {
    const first = firstDocument(node)
    if (first?.href) return redirect(first.href, audience)
  }
  if (node?.type === 'document') {
    const { names, kept } = deps.pages
    const makings = await makingsOf(visiting, trees, { place, node })
    const known = await names.find(makings, trees.shapeOf)
    const { name, page } = await kept.get(known, JSON.stringify(makings), async () => {
      const { isForAll, ...rendered } = await renderPage(visiting, trees, { place, node, tree })
      const spaceIds = trees.read().filter((id) => id !== place.variant.spaceId)
      return { ...rendered, name: await names.give(makings, { isForAll, spaceIds }, trees.shapeOf) }
    })
    keep(name)
    return keptAnswer(page, visit, audience.isPublic)
  }
  const asMarkdown = path.endsWith('.md') ? tree.byPath.get(path.slice(0, -3)) : undefined
  if (asMarkdown?.type !== 'document') return missingPage(visiting, trees, { place, path })
  const text = await pageMarkdown(visiting, trees, { place, tree, node: asMarkdown })
  return answered(text, { type: 'markdown', isPublic: audience.isPublic, more: { 'X-Robots-Tag': 'noindex' } })
}

/** What the reader is shown of a document, as markdown. */
export async function pageMarkdown(
  { site, source, call }: Visiting,
  trees: SiteTrees,
  { place, tree, node }: { place: Place; tree: PageTree; node: TreeNode },
): Promise<string> {
  const texts = await source.texts(call, place.variant, { pages: [node.id], claims: site.audience.claims })
  return markdownOf({ site, place, tree, trees }, node, texts.get(node.id) ?? '')
}
