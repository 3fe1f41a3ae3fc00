import type { VisitAnswer } from '@quire/kit'
import { firstDocument } from '../content/tree.ts'
import { answered, redirect } from '../kept/answers.ts'
import { keptAnswer } from '../kept/kept-pages.ts'
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
  const { site, source, call } = visiting
  const { audience } = site
  const tree = await trees.of(place)
  const node = path === '' ? tree.listed[0] : tree.byPath.get(path)
  if (node?.type === 'group') {
    const first = firstDocument(node)
    if (first?.href) return redirect(first.href, audience)
  }
  if (node?.type === 'document') {
    const name = JSON.stringify([site.id, site.version, audience.key, place.variant.id, node.id])
    const page = await deps.pages.kept.get(name, () => renderPage(visiting, trees, { place, node, tree }))
    keep(name)
    return keptAnswer(page, visit, audience.isPublic)
  }
  const asMarkdown = path.endsWith('.md') ? tree.byPath.get(path.slice(0, -3)) : undefined
  if (asMarkdown?.type !== 'document') return missingPage(visiting, trees, { place, path })
  const texts = await source.texts(call, place.variant, { pages: [asMarkdown.id], claims: audience.claims })
  const text = markdownOf({ site, place, tree, trees }, asMarkdown, texts.get(asMarkdown.id) ?? '')
  return answered(text, { type: 'markdown', isPublic: audience.isPublic, more: { 'X-Robots-Tag': 'noindex' } })
}
