import type { VisitAnswer } from '@quire/kit'
import { html } from '../blocks/markup.ts'
import { framed } from '../frame/frame.ts'
import { variantHref } from '../frame/links.ts'
import type { Place } from '../frame/model.ts'
import { answered } from '../kept/answers.ts'
import { wordsOf } from '../words/index.ts'
import { asAnswer, frameContext } from './page.ts'
import type { SiteTrees, Visiting } from './page-context.ts'
import { resultList, searchSite } from './search.ts'

const mostSuggestions = 5

/** That there is no such page, with those that the words of its address lead to. */
export async function missingPage(
  visiting: Visiting,
  trees: SiteTrees,
  { place, path }: { place: Place; path: string },
): Promise<VisitAnswer> {
  const { site } = visiting
  const words = wordsOf(site.settings.internationalization.locale)
  const query = path.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const found = await searchSite(visiting, trees, query, place.variant.id)
  const suggestions = found.slice(0, mostSuggestions).map((one) => ({ ...one, sections: [] }))
  const context = await frameContext(visiting, trees, { place, tree: await trees.of(place), path: '' })
  const content = html`<article class="missing"><p class="status">404</p><h1>${words.notFound}</h1><p class="lead">${words.notFoundHint}</p>
${suggestions.length > 0 ? html`<h2>${words.suggestions}</h2>${resultList(suggestions)}` : ''}
<p><a class="button-primary" href="${variantHref(site, place)}">${words.toStart}</a></p></article>`
  const view = { title: words.notFound, content, headings: [], showsSidebar: true, isWide: false }
  const absent = { current: undefined, description: undefined, canonical: undefined, markdown: undefined }
  const { html: page, headers } = asAnswer(site, framed(context, { ...view, ...absent }))
  return answered(page, { type: 'html', isPublic: site.audience.isPublic, status: 404, more: headers })
}
