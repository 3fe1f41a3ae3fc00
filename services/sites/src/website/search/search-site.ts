import type { FoundPage } from '@quire/contracts'
import type { VisitAnswer } from '@quire/kit'
import { answered } from '../cache/visit-answers.ts'
import { trailOf } from '../content/page-tree.ts'
import { framedAnswer } from '../page/framed-page.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { attributes, type Html, html, joined, nothing } from '../render/blocks/markup.ts'
import { localeOf, vocabularyOf } from '../render/words/index.ts'
import { type SiteLocation, sectionsOf, type VisibleSite } from '../site/site-model.ts'

const longestQuery = 200
const maxResults = 20
const maxSections = 3

/** A page that matches, and its matching sections. */
interface SearchResult {
  title: string
  href: string
  /** The titles of the section and of the pages above the page. */
  trail: string[]
  sections: { title: string; href: string; excerpt: string }[]
}

/** Searches the pages that the visitor sees. */
export async function searchSite(
  { site, source, call }: PageContext,
  trees: SiteTrees,
  text: string,
  from: string | null,
): Promise<SearchResult[]> {
  const query = text.trim().slice(0, longestQuery)
  const locations = searchedLocations(site, from)
  if (query === '' || locations.length === 0) return []
  const bySpace = new Map(locations.map((location) => [location.variant.spaceId, location]))
  const found = await source.search(call, site.organizationId, {
    query,
    claims: site.audience.claims,
    spaces: [...bySpace.keys()],
    limit: maxResults,
  })
  const results: SearchResult[] = []
  for (const page of found) {
    const location = bySpace.get(page.space)
    const node = location && (await trees.of(location)).byId.get(page.id)
    // The tree has only visible pages; the index may be older or newer.
    if (location && node?.href && node.isListed) results.push(resultOf(location, node, page))
  }
  return results
}

/** Returns the current variant in its own section, and the first variant of all others. */
export function searchedLocations(site: VisibleSite, from: string | null): SiteLocation[] {
  return sectionsOf(site.structure).flatMap((section) => {
    const variant = section.variants.find(({ id }) => id === from) ?? section.variants[0]
    return variant ? [{ section, variant }] : []
  })
}

function resultOf({ section }: SiteLocation, node: Parameters<typeof trailOf>[0], page: FoundPage): SearchResult {
  const href = node.href ?? ''
  const above = trailOf(node).slice(0, -1)
  return {
    title: node.title,
    href,
    trail: [section.title, ...above.map(({ label }) => label)].filter((title) => title !== ''),
    sections: page.sections.slice(0, maxSections).map(({ id, title, body }) => ({
      title: id === '' ? '' : title,
      href: id === '' ? href : `${href}#${encodeURIComponent(id)}`,
      excerpt: body,
    })),
  }
}

/** Answers with the results as JSON, for the script. */
export async function searchAnswer(
  pageContext: PageContext,
  trees: SiteTrees,
  query: URLSearchParams,
): Promise<VisitAnswer> {
  const results = await searchSite(pageContext, trees, query.get('q') ?? '', query.get('in'))
  const { isPublic } = pageContext.site.audience
  return answered(JSON.stringify({ results }), { type: 'json', isPublic, more: { 'X-Robots-Tag': 'noindex' } })
}

/** Renders the results as a page, for visitors without the script. */
export async function searchPage(
  pageContext: PageContext,
  trees: SiteTrees,
  { query, location }: { query: URLSearchParams; location: SiteLocation },
): Promise<VisitAnswer> {
  const { site } = pageContext
  const text = (query.get('q') ?? '').trim().slice(0, longestQuery)
  const vocabulary = vocabularyOf(localeOf(site, location))
  const results = await searchSite(pageContext, trees, text, query.get('in'))
  const title = text === '' ? vocabulary.search : vocabulary.resultsFor(text)
  // The script reports a search in place of a page that is read.
  const found = { 'data-searched': text, 'data-results': String(results.length) }
  const content = html`<article${attributes(found)}><h1>${title}</h1>
<form class="search-again" action="${site.base}/-/search" method="get"><input type="hidden" name="in" value="${location.variant.id}"><label class="hidden-text" for="q-search-again">${vocabulary.searchHint}</label><input id="q-search-again" type="search" name="q" value="${text}" maxlength="${longestQuery}" required><button type="submit">${vocabulary.search}</button>${site.isAskable ? html`<button type="submit" formaction="${site.base}/-/ask">${vocabulary.ask}</button>` : nothing}</form>
<p>${text === '' ? vocabulary.searchShort : results.length === 0 ? vocabulary.searchNothing(text) : vocabulary.results(results.length)}</p>
${resultList(results)}</article>`
  return framedAnswer(pageContext, trees, { location, title, content })
}

/** Renders results as links with excerpts. */
export const resultList = (results: readonly SearchResult[]): Html =>
  results.length === 0 ? nothing : html`<ol class="results">${joined(results.map(result))}</ol>`

const result = ({ title, href, trail, sections }: SearchResult): Html => html`<li>
${trail.length > 0 ? html`<p class="trail">${trail.join(' › ')}</p>` : nothing}<a href="${href}">${title}</a>
${joined(sections.map((section) => html`<p>${section.title ? html`<a href="${section.href}">${section.title}</a> ` : nothing}${section.excerpt}</p>`))}</li>`
