import type { FoundPage } from '@quire/contracts'
import type { VisitAnswer } from '@quire/kit'
import { type Html, html, joined, nothing } from '../blocks/markup.ts'
import { trailOf } from '../content/tree.ts'
import { framed } from '../frame/frame.ts'
import { type OpenSite, type Place, sectionsOf } from '../frame/model.ts'
import { answered } from '../kept/answers.ts'
import { wordsOf } from '../words/index.ts'
import { asAnswer, frameContext } from './page.ts'
import type { SiteTrees, Visiting } from './page-context.ts'

const longestQuery = 200
const mostResults = 20
const mostSections = 3

/** A page that answers, and the places in it. */
interface SearchResult {
  title: string
  href: string
  /** Where the page is: sections and pages above it. */
  trail: string[]
  sections: { title: string; href: string; excerpt: string }[]
}

/** Searches what the reader may see. */
export async function searchSite(
  { site, source, call }: Visiting,
  trees: SiteTrees,
  text: string,
  from: string | null,
): Promise<SearchResult[]> {
  const query = text.trim().slice(0, longestQuery)
  const places = searchedPlaces(site, from)
  if (query === '' || places.length === 0) return []
  const bySpace = new Map(places.map((place) => [place.variant.spaceId, place]))
  const found = await source.search(call, site.organizationId, {
    query,
    claims: site.audience.claims,
    spaces: [...bySpace.keys()],
    limit: mostResults,
  })
  const results: SearchResult[] = []
  for (const page of found) {
    const place = bySpace.get(page.space)
    const node = place && (await trees.of(place)).byId.get(page.id)
    // The tree is what the audience sees; the index may be of another moment.
    if (place && node?.href && node.isListed) results.push(resultOf(place, node, page))
  }
  return results
}

/** Of the section that is read the same variant, of the others the first. */
export function searchedPlaces(site: OpenSite, from: string | null): Place[] {
  return sectionsOf(site.structure).flatMap((section) => {
    const variant = section.variants.find(({ id }) => id === from) ?? section.variants[0]
    return variant ? [{ section, variant }] : []
  })
}

function resultOf({ section }: Place, node: Parameters<typeof trailOf>[0], page: FoundPage): SearchResult {
  const href = node.href ?? ''
  const above = trailOf(node).slice(0, -1)
  return {
    title: node.title,
    href,
    trail: [section.title, ...above.map(({ label }) => label)].filter((title) => title !== ''),
    sections: page.sections.slice(0, mostSections).map(({ id, title, body }) => ({
      title: id === '' ? '' : title,
      href: id === '' ? href : `${href}#${encodeURIComponent(id)}`,
      excerpt: body,
    })),
  }
}

/** The results as data, for the script. */
export async function searchAnswer(visiting: Visiting, trees: SiteTrees, query: URLSearchParams): Promise<VisitAnswer> {
  const results = await searchSite(visiting, trees, query.get('q') ?? '', query.get('in'))
  const { isPublic } = visiting.site.audience
  return answered(JSON.stringify({ results }), { type: 'json', isPublic, more: { 'X-Robots-Tag': 'noindex' } })
}

/** The results as a page, for readers without the script. */
export async function searchPage(
  visiting: Visiting,
  trees: SiteTrees,
  { query, place }: { query: URLSearchParams; place: Place },
): Promise<VisitAnswer> {
  const { site } = visiting
  const text = (query.get('q') ?? '').trim().slice(0, longestQuery)
  const words = wordsOf(site.settings.internationalization.locale)
  const results = await searchSite(visiting, trees, text, query.get('in'))
  const context = await frameContext(visiting, trees, { place, tree: await trees.of(place), path: '' })
  const title = text === '' ? words.search : words.resultsFor(text)
  const content = html`<article><h1>${title}</h1>
<form class="search-again" action="${site.base}/-/search" method="get"><input type="hidden" name="in" value="${place.variant.id}"><label class="hidden-text" for="q-search-again">${words.searchHint}</label><input id="q-search-again" type="search" name="q" value="${text}" maxlength="${longestQuery}" required><button type="submit">${words.search}</button>${site.isAskable ? html`<button type="submit" formaction="${site.base}/-/ask">${words.ask}</button>` : nothing}</form>
<p>${text === '' ? words.searchShort : results.length === 0 ? words.searchNothing(text) : words.results(results.length)}</p>
${resultList(results)}</article>`
  const view = { title, content, headings: [], showsSidebar: true, isWide: false }
  const absent = { current: undefined, description: undefined, canonical: undefined, markdown: undefined }
  const { html: page, headers } = asAnswer(site, framed(context, { ...view, ...absent }))
  return answered(page, { type: 'html', isPublic: site.audience.isPublic, more: headers })
}

/** Results as links with what is said there. */
export const resultList = (results: readonly SearchResult[]): Html =>
  results.length === 0 ? nothing : html`<ol class="results">${joined(results.map(result))}</ol>`

const result = ({ title, href, trail, sections }: SearchResult): Html => html`<li>
${trail.length > 0 ? html`<p class="trail">${trail.join(' › ')}</p>` : nothing}<a href="${href}">${title}</a>
${joined(sections.map((section) => html`<p>${section.title ? html`<a href="${section.href}">${section.title}</a> ` : nothing}${section.excerpt}</p>`))}</li>`
