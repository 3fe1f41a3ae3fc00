import type { VisitAnswer } from '@quire/kit'
import { framedAnswer } from '../page/framed-page.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { html } from '../render/blocks/markup.ts'
import { vocabularyOf } from '../render/words/index.ts'
import { resultList, searchSite } from '../search/search-site.ts'
import { variantHref } from '../site/site-hrefs.ts'
import type { SiteLocation } from '../site/site-model.ts'

const maxSuggestions = 5

/** Renders the site's 404 page, with suggestions found by searching for the words of the path. */
export async function missingPage(
  pageContext: PageContext,
  trees: SiteTrees,
  { location, path }: { location: SiteLocation; path: string },
): Promise<VisitAnswer> {
  const { site } = pageContext
  const vocabulary = vocabularyOf(site.settings.internationalization.locale)
  const query = path.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const found = await searchSite(pageContext, trees, query, location.variant.id)
  const suggestions = found.slice(0, maxSuggestions).map((one) => ({ ...one, sections: [] }))
  const content = html`<article class="missing"><p class="status">404</p><h1>${vocabulary.notFound}</h1><p class="lead">${vocabulary.notFoundHint}</p>
${suggestions.length > 0 ? html`<h2>${vocabulary.suggestions}</h2>${resultList(suggestions)}` : ''}
<p><a class="button-primary" href="${variantHref(site, location)}">${vocabulary.toStart}</a></p></article>`
  return framedAnswer(pageContext, trees, { location, title: vocabulary.notFound, content, status: 404 })
}
