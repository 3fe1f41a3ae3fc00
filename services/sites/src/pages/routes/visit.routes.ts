import { visitOperations } from '@quire/contracts'
import { notFound, type VisitAnswer } from '@quire/kit'
import { implement, type SitesContext } from '../../context.ts'
import { assetAnswer } from '../assets/assets.ts'
import { firstDocument } from '../content/tree.ts'
import { answered, redirect } from '../kept/answers.ts'
import { keptAnswer } from '../kept/kept-pages.ts'
import { fileAnswer } from './files.ts'
import { machinePaths, variantSitemap } from './machines.ts'
import { markdownOf } from './markdown.ts'
import { missingPage } from './missing.ts'
import { openSite } from './open-site.ts'
import { renderPage } from './page.ts'
import { placeOf, type SiteTrees, treesOf, type Visiting } from './page-context.ts'
import { searchAnswer, searchPage } from './search.ts'
import { readVisitAddress, type VisitAddress } from './visit-address.ts'

export const visitRoutes = implement(visitOperations, {
  async visitSite(context) {
    const address = readVisitAddress(context.visit.url)
    if (!address) throw notFound('The page')
    if (address.name === '-') return assetAnswer(context.deps.pages.assets, address.path, context.visit)
    const site = await openSite(context, address.name)
    if (!site) throw notFound('The site')
    const { source, assets, deriving } = context.deps.pages
    const visiting: Visiting = { site, source, assets, deriving, call: context.call }
    const trees = treesOf(visiting)
    return (await special(context, visiting, trees, address)) ?? pageAt(context, visiting, trees, address)
  },
})

/** What is no page: files, searches, and what programs read. */
async function special(
  { deps, visit }: Pick<SitesContext, 'deps' | 'visit'>,
  visiting: Visiting,
  trees: SiteTrees,
  { path, query }: VisitAddress,
): Promise<VisitAnswer | undefined> {
  const machine = Object.hasOwn(machinePaths, path) ? machinePaths[path] : undefined
  if (machine) return machine(visiting, trees)
  if (!path.startsWith('-/')) return undefined
  const [, kind, ...rest] = path.split('/')
  switch (kind) {
    case 'assets':
      return assetAnswer(deps.pages.assets, `assets/${rest.join('/')}`, visit)
    case 'search':
      return searchPage(visiting, trees, query)
    case 'search.json':
      return searchAnswer(visiting, trees, query)
    case 'sitemaps':
      return variantSitemap(visiting, trees, (rest[0] ?? '').replace(/\.xml$/, ''))
    case 'files':
      return fileAnswer(visiting, ...rest)
    default:
      return undefined
  }
}

/** The page at a path, as HTML or markdown. */
async function pageAt(
  { deps, visit }: Pick<SitesContext, 'deps' | 'visit'>,
  visiting: Visiting,
  trees: SiteTrees,
  { path }: VisitAddress,
): Promise<VisitAnswer> {
  const { site, source, call } = visiting
  const { audience } = site
  const found = placeOf(site, path)
  if (!found) throw notFound('The page')
  const { place } = found
  const tree = await trees.of(place)
  const inTree = found.path.replace(/^\//, '')
  const node = inTree === '' ? tree.listed[0] : tree.byPath.get(inTree)
  if (node?.type === 'group') {
    const first = firstDocument(node)
    if (first?.href) return redirect(first.href, audience)
  }
  if (node?.type === 'document') {
    const name = JSON.stringify([site.id, site.version, audience.key, place.variant.id, node.id])
    const page = await deps.pages.kept.get(name, () => renderPage(visiting, trees, { place, node, tree }))
    return keptAnswer(page, visit, audience.isPublic)
  }
  const asMarkdown = inTree.endsWith('.md') ? tree.byPath.get(inTree.slice(0, -3)) : undefined
  if (asMarkdown?.type !== 'document') return missingPage(visiting, trees, { place, path: inTree })
  const texts = await source.texts(call, place.variant, [asMarkdown.id])
  const text = markdownOf({ site, place, tree, trees }, asMarkdown, texts.get(asMarkdown.id) ?? '')
  return answered(text, { type: 'markdown', isPublic: audience.isPublic, more: { 'X-Robots-Tag': 'noindex' } })
}
