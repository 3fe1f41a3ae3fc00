import { Readable } from 'node:stream'
import type { VisitAnswer } from '@quire/kit'
import type { PageTree } from '../content/tree.ts'
import { encodedPath } from '../content/tree.ts'
import { toolsAddress } from '../frame/links.ts'
import { type OpenSite, type Place, placesOf, type TreeNode } from '../frame/model.ts'
import { answered } from '../kept/answers.ts'
import { markdownOf } from './markdown.ts'
import { absolutePath, addressOf } from './page.ts'
import type { SiteTrees, Visiting } from './page-context.ts'

/** The most that one sitemap may hold, by its protocol. */
const mostAddresses = 50_000
/** Characters of `llms-full.txt`; what is beyond has its own address in `llms.txt`. */
const mostCharacters = 20_000_000
const textsAtOnce = 50

type Machine = (visiting: Visiting, trees: SiteTrees) => Promise<VisitAnswer | undefined> | VisitAnswer | undefined

/** What a site answers programs with, by the path within the site. */
export const machinePaths: Record<string, Machine> = {
  'robots.txt': ({ site }) => robots(site),
  'sitemap.xml': (visiting, trees) => sitemap(visiting, trees),
  'llms.txt': (visiting, trees) => forAgents(visiting, contents(visiting, trees)),
  'llms-full.txt': (visiting, trees) => forAgents(visiting, everything(visiting, trees)),
}

function robots({ address, audience }: OpenSite): VisitAnswer {
  const rules = audience.isIndexed ? `Allow: /\n\nSitemap: ${address}/sitemap.xml` : 'Disallow: /'
  return answered(`User-agent: *\n${rules}\n`, { type: 'text', isPublic: audience.isPublic })
}

/** One sitemap for a site with one variant, else a list of one for each. */
async function sitemap({ site }: Visiting, trees: SiteTrees): Promise<VisitAnswer | undefined> {
  if (!site.audience.isIndexed) return undefined
  const places = placesOf(site)
  const [only] = places
  if (only && places.length === 1) return sitemapOf(site, await trees.of(only))
  const parts = places.map(
    ({ variant }) => `<sitemap><loc>${escaped(`${site.address}/-/sitemaps/${variant.id}.xml`)}</loc></sitemap>`,
  )
  return xml(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${parts.join('\n')}\n</sitemapindex>`)
}

/** The sitemap of one variant; undefined where the site has none of this id. */
export async function variantSitemap(
  { site }: Visiting,
  trees: SiteTrees,
  id: string,
): Promise<VisitAnswer | undefined> {
  const place = site.audience.isIndexed ? placesOf(site).find(({ variant }) => variant.id === id) : undefined
  return place && sitemapOf(site, await trees.of(place))
}

function sitemapOf(site: OpenSite, tree: PageTree): VisitAnswer {
  const pages = tree.listed.filter(({ isIndexed }) => isIndexed).slice(0, mostAddresses)
  const urls = pages.map(
    ({ href, updatedAt }) =>
      `<url><loc>${escaped(addressOf(site, href ?? ''))}</loc><lastmod>${updatedAt}</lastmod></url>`,
  )
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`)
}

const xml = (body: string) =>
  answered(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, { type: 'xml', isPublic: true })

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const forAgents = ({ site }: Visiting, text: AsyncIterable<string>) =>
  site.isForAgents ? answered(Readable.from(text), { type: 'text', isPublic: site.audience.isPublic }) : undefined

/** The pages of the site as a list of links to their markdown. */
async function* contents({ site }: Visiting, trees: SiteTrees): AsyncGenerator<string> {
  yield `# ${lineOf(site.settings.title ?? site.title)}\n\nThis documentation is also an MCP server: ${toolsAddress(site)}\n`
  for (const place of placesOf(site)) {
    const { listed } = await trees.of(place)
    yield `\n## ${lineOf(placeTitle(place))}\n\n`
    for (const node of listed) yield `- [${linkText(node)}](${markdownAddress(site, place, node)})${described(node)}\n`
  }
}

/** The texts of all pages, as far as there is room. */
async function* everything(visiting: Visiting, trees: SiteTrees): AsyncGenerator<string> {
  const { site, source, call } = visiting
  let left = mostCharacters
  for (const place of placesOf(site)) {
    const tree = await trees.of(place)
    for (let at = 0; at < tree.listed.length; at += textsAtOnce) {
      const some = tree.listed.slice(at, at + textsAtOnce)
      const pages = some.map(({ id }) => id)
      const texts = await source.texts(call, place.variant, { pages, claims: site.audience.claims })
      for (const node of some) {
        const text = markdownOf({ site, place, tree, trees }, node, texts.get(node.id) ?? '')
        left -= text.length
        if (left < 0) return yield `\nThere is more: ${site.address}/llms.txt lists every page.\n`
        yield `${text}\n\n`
      }
    }
  }
}

const placeTitle = ({ section, variant }: Place) =>
  section.title && section.variants.length > 1 ? `${section.title}: ${variant.title}` : section.title || variant.title

/** Where the markdown of a page is. */
const markdownAddress = (site: OpenSite, place: Place, node: TreeNode): string =>
  addressOf(site, `${absolutePath(site, place)}/${encodedPath(node.path)}.md`)

const lineOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const linkText = ({ title }: TreeNode) => lineOf(title).replaceAll(/[[\]\\]/g, '\\$&')
const described = ({ description }: TreeNode) => (description ? `: ${lineOf(description)}` : '')
