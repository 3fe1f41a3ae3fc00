import { Readable } from 'node:stream'
import type { VisitAnswer } from '@quire/kit'
import { answered } from '../cache/visit-answers.ts'
import type { PageTree } from '../content/page-tree.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { markdownOf, presentOperations } from '../page/page-markdown.ts'
import { addressOf, toolsAddress } from '../site/site-hrefs.ts'
import { locationsOf, type SiteLocation, type TreeNode, type VisibleSite } from '../site/site-model.ts'

/** The maximum of one sitemap by its protocol. */
const maxAddresses = 50_000
/** Maximum characters of `llms-full.txt`; `llms.txt` lists the addresses of the rest. */
const maxCharacters = 20_000_000
const textsPerRequest = 50

type MachineFile = (
  pageContext: PageContext,
  trees: SiteTrees,
) => Promise<VisitAnswer | undefined> | VisitAnswer | undefined

/** Files for crawlers and agents, by the path within the site. */
export const machineFiles: Record<string, MachineFile> = {
  'robots.txt': ({ site }) => robots(site),
  'sitemap.xml': (pageContext, trees) => sitemap(pageContext, trees),
  'llms.txt': (pageContext, trees) => forAgents(pageContext, contents(pageContext, trees)),
  'llms-full.txt': (pageContext, trees) => forAgents(pageContext, everything(pageContext, trees)),
}

function robots({ address, audience }: VisibleSite): VisitAnswer {
  const rules = audience.isIndexed ? `Allow: /\n\nSitemap: ${address}/sitemap.xml` : 'Disallow: /'
  return answered(`User-agent: *\n${rules}\n`, { type: 'text', isPublic: audience.isPublic })
}

/** Returns one sitemap for a site with one variant, else an index of one for each. */
async function sitemap({ site }: PageContext, trees: SiteTrees): Promise<VisitAnswer | undefined> {
  if (!site.audience.isIndexed) return undefined
  const locations = locationsOf(site)
  const [only] = locations
  if (only && locations.length === 1) return sitemapOf(site, await trees.of(only))
  const parts = locations.map(
    ({ variant }) => `<sitemap><loc>${escaped(`${site.address}/-/sitemaps/${variant.id}.xml`)}</loc></sitemap>`,
  )
  return xml(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${parts.join('\n')}\n</sitemapindex>`)
}

/** Returns the sitemap of one variant; undefined if the site has no variant with this id. */
export async function variantSitemap(
  { site }: PageContext,
  trees: SiteTrees,
  id: string,
): Promise<VisitAnswer | undefined> {
  const location = site.audience.isIndexed ? locationsOf(site).find(({ variant }) => variant.id === id) : undefined
  return location && sitemapOf(site, await trees.of(location))
}

function sitemapOf(site: VisibleSite, tree: PageTree): VisitAnswer {
  const pages = tree.listed.filter(({ isIndexed }) => isIndexed).slice(0, maxAddresses)
  const urls = pages.map(
    ({ href, updatedAt }) =>
      `<url><loc>${escaped(addressOf(site, href ?? ''))}</loc><lastmod>${updatedAt}</lastmod></url>`,
  )
  return xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`)
}

const xml = (body: string) =>
  answered(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, { type: 'xml', isPublic: true })

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const forAgents = ({ site }: PageContext, text: AsyncIterable<string>) =>
  site.isForAgents ? answered(Readable.from(text), { type: 'text', isPublic: site.audience.isPublic }) : undefined

/** Lists the pages of the site as links to their markdown. */
async function* contents({ site }: PageContext, trees: SiteTrees): AsyncGenerator<string> {
  yield `# ${lineOf(site.settings.title ?? site.title)}\n\nThis documentation is also an MCP server: ${toolsAddress(site)}\n`
  for (const location of locationsOf(site)) {
    const { listed } = await trees.of(location)
    yield `\n## ${lineOf(placeTitle(location))}\n\n`
    for (const node of listed) yield `- [${linkText(node)}](${markdownAddress(site, node)})${described(node)}\n`
  }
}

/** Yields the texts of all pages, up to the maximum. */
async function* everything(pageContext: PageContext, trees: SiteTrees): AsyncGenerator<string> {
  const { site, source, call } = pageContext
  let left = maxCharacters
  for (const location of locationsOf(site)) {
    const tree = await trees.of(location)
    for (let at = 0; at < tree.listed.length; at += textsPerRequest) {
      const some = tree.listed.slice(at, at + textsPerRequest)
      const pages = some.map(({ id }) => id)
      const texts = await source.texts(call, location.variant, { pages, claims: site.audience.claims })
      for (const node of some) {
        const whole = await presentOperations(pageContext, location, node, texts.get(node.id) ?? '')
        const text = markdownOf({ site, location, tree, trees }, node, whole)
        left -= text.length
        if (left < 0) return yield `\nThere is more: ${site.address}/llms.txt lists every page.\n`
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
