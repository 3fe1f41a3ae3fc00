import { takeTurn, type VisitAnswer } from '@quire/kit'
import type { FileCache, IsFull, LimitAge } from '../cache/file-cache.ts'
import { answered } from '../cache/visit-answers.ts'
import { mayPresentOperations, specsMaxAgeMs } from '../page/operations-as-markdown.ts'
import { type PageContext, type SiteTrees, treesOf } from '../page/page-context.ts'
import { markdownOf, presentOperations, spacesNamedIn } from '../page/page-markdown.ts'
import { addressOf, toolsAddress } from '../site/site-hrefs.ts'
import { locationsOf, type SiteLocation, type TreeNode, type VisibleSite } from '../site/site-model.ts'

/** The maximum of one sitemap by its protocol. */
const maxAddresses = 50_000
/** Maximum characters of `llms-full.txt`; `llms.txt` lists the addresses of the rest. */
const maxCharacters = 20_000_000
const textsPerRequest = 50

/** A visit that asks for a file. */
interface FileVisit {
  pageContext: PageContext
  trees: SiteTrees
  files: FileCache
  /** False for HEAD, for which nothing is generated. */
  isRead: boolean
}

type MachineFile = (visit: FileVisit) => Promise<VisitAnswer | undefined> | VisitAnswer | undefined

/** Files for crawlers and agents, by the path within the site. */
export const machineFiles: Record<string, MachineFile> = {
  'robots.txt': ({ pageContext }) => robots(pageContext.site),
  'sitemap.xml': sitemap,
  'llms.txt': (visit) => forAgents(visit, 'llms.txt', contents),
  'llms-full.txt': (visit) => forAgents(visit, 'llms-full.txt', everything),
}

/** Generates the text of a file in pieces. */
type Generate = (pageContext: PageContext, limitAge: LimitAge, isFull: IsFull) => AsyncIterable<string>

/** Answers with a generated file, which is kept for those who see the same of the site. */
async function generated(
  { pageContext, files, isRead }: FileVisit,
  { name, type }: { name: string; type: 'text' | 'xml' },
  generate: Generate,
): Promise<VisitAnswer> {
  const { site } = pageContext
  const { key: visitor, groups, isPublic } = site.audience
  const revisions = locationsOf(site).map(({ variant }) => variant.revision)
  const key = JSON.stringify([site.id, site.version, name, visitor, revisions])
  const body = isRead ? await files.read(key, groups, (...bounds) => generate(pageContext, ...bounds)) : undefined
  return answered(body, { type, isPublic })
}

function robots({ address, audience }: VisibleSite): VisitAnswer {
  const rules = audience.isIndexed ? `Allow: /\n\nSitemap: ${address}/sitemap.xml` : 'Disallow: /'
  return answered(`User-agent: *\n${rules}\n`, { type: 'text', isPublic: audience.isPublic })
}

/** Returns one sitemap for a site with one variant, else an index of one for each. */
async function sitemap(visit: FileVisit): Promise<VisitAnswer | undefined> {
  const { site } = visit.pageContext
  if (!site.audience.isIndexed) return undefined
  const locations = locationsOf(site)
  const [only] = locations
  if (only && locations.length === 1) return variantSitemap(visit, only.variant.id)
  const parts = locations.map(
    ({ variant }) => `<sitemap><loc>${escaped(`${site.address}/-/sitemaps/${variant.id}.xml`)}</loc></sitemap>`,
  )
  const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${parts.join('\n')}\n</sitemapindex>\n`
  return answered(`${xmlHead}${index}`, { type: 'xml', isPublic: true })
}

/** Returns the sitemap of one variant; undefined if the site has no variant with this id. */
export async function variantSitemap(visit: FileVisit, id: string): Promise<VisitAnswer | undefined> {
  const { site } = visit.pageContext
  const location = site.audience.isIndexed ? locationsOf(site).find(({ variant }) => variant.id === id) : undefined
  const file = { name: `sitemap ${id}`, type: 'xml' } as const
  return location && generated(visit, file, (_, __, isFull) => addresses(visit, location, isFull))
}

async function* addresses(
  { pageContext: { site }, trees }: FileVisit,
  location: SiteLocation,
  isFull: IsFull,
): AsyncGenerator<string> {
  const { listed } = await trees.of(location)
  yield `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`
  for (const { href, updatedAt } of listed.filter(({ isIndexed }) => isIndexed).slice(0, maxAddresses)) {
    if (isFull()) break
    yield `<url><loc>${escaped(addressOf(site, href ?? ''))}</loc><lastmod>${updatedAt}</lastmod></url>\n`
  }
  yield '</urlset>\n'
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const forAgents = (visit: FileVisit, name: string, generate: Generate) =>
  visit.pageContext.site.isForAgents ? generated(visit, { name, type: 'text' }, generate) : undefined

/**
 * Lists the pages of the site as links to their markdown. Holds the tree of one space at a time, as `everything` does:
 * those of all spaces take more memory than a request may.
 */
async function* contents(pageContext: PageContext, _: LimitAge, isFull: IsFull): AsyncGenerator<string> {
  const { site } = pageContext
  yield `# ${lineOf(site.settings.title ?? site.title)}\n\nThis documentation is also an MCP server: ${toolsAddress(site)}\n`
  for (const location of locationsOf(site)) {
    const { listed } = await treesOf(pageContext).of(location)
    yield `\n## ${lineOf(placeTitle(location))}\n\n`
    for (const node of listed) {
      if (isFull()) return
      yield `- [${linkText(node)}](${markdownAddress(site, node)})${described(node)}\n`
    }
  }
}

/** Yields the texts of all pages, up to the maximum. */
async function* everything(pageContext: PageContext, limitAge: LimitAge, isFull: IsFull): AsyncGenerator<string> {
  const { site, source, call } = pageContext
  let left = maxCharacters
  for (const location of locationsOf(site)) {
    const tree = await treesOf(pageContext).of(location)
    for (let at = 0; at < tree.listed.length; at += textsPerRequest) {
      const some = tree.listed.slice(at, at + textsPerRequest)
      const pages = some.map(({ id }) => id)
      const texts = await source.texts(call, location.variant, { pages, claims: site.audience.claims })
      await takeTurn(site.audience.groups)
      const trees = treesOf(pageContext)
      await trees.ofSpaces([...texts.values()].flatMap(spacesNamedIn))
      for (const node of some) {
        const written = texts.get(node.id) ?? ''
        if (mayPresentOperations(written)) limitAge(specsMaxAgeMs)
        const whole = await presentOperations(pageContext, location, node, written)
        const text = markdownOf({ site, location, tree, trees }, node, whole)
        left -= text.length
        if (left < 0 || isFull()) return yield `\nThere is more: ${site.address}/llms.txt lists every page.\n`
        yield `${text}\n\n`
      }
    }
  }
}

const placeTitle = ({ section, variant }: SiteLocation) =>
  section.title && section.variants.length > 1 ? `${section.title}: ${variant.title}` : section.title || variant.title

/** Returns the address of a page's markdown. */
const markdownAddress = (site: VisibleSite, { ownHref }: TreeNode): string => addressOf(site, `${ownHref}.md`)

const lineOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const linkText = ({ title }: TreeNode) => lineOf(title).replaceAll(/[[\]\\]/g, '\\$&')
const described = ({ description }: TreeNode) => (description ? `: ${lineOf(description)}` : '')
