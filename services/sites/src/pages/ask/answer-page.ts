import type { VisitAnswer } from '@quire/kit'
import { type Html, html, joined, nothing } from '../blocks/markup.ts'
import { framed } from '../frame/frame.ts'
import type { OpenSite, Place } from '../frame/model.ts'
import { answered } from '../kept/answers.ts'
import { asAnswer, frameContext } from '../routes/page.ts'
import type { SiteTrees, Visiting } from '../routes/page-context.ts'
import { type Words, wordsOf } from '../words/index.ts'
import { type Asker, type PageQuestion, wholeAnswer } from './answer-events.ts'
import { longestQuestion, type SiteAnswer } from './ask.ts'
import { renderedAnswer } from './rendered-answer.ts'

interface AskedOnPage {
  /** Undefined: nothing is asked yet. */
  question: PageQuestion | undefined
  place: Place
  asker: Asker
}

/** The answer as a page, for readers without the script. */
export async function answerPage(
  visiting: Visiting,
  trees: SiteTrees,
  { question, place, asker }: AskedOnPage,
): Promise<VisitAnswer> {
  const { site } = visiting
  const words = wordsOf(site.settings.internationalization.locale)
  const answer = question && (await wholeAnswer(visiting, trees, question, asker))
  const text = answer && (await renderedAnswer(visiting, trees, answer, asker.signal))
  const context = await frameContext(visiting, trees, { place, tree: await trees.of(place), path: '' })
  const title = question?.question ?? words.ask
  const content = html`<article><h1>${title}</h1>
${askForm(site, place, words, question?.question ?? '')}
${text ? html`<div class="text">${text}</div>` : nothing}
${answer ? beside(site, place, words, answer) : nothing}</article>`
  const view = { title, content, headings: [], showsSidebar: true, isWide: false }
  const absent = { current: undefined, description: undefined, canonical: undefined, markdown: undefined }
  const { html: page, headers } = asAnswer(site, framed(context, { ...view, ...absent }))
  return answered(page, { type: 'html', isPublic: site.audience.isPublic, more: headers })
}

const askForm = ({ base }: OpenSite, place: Place, words: Words, text: string): Html =>
  html`<form class="search-again" action="${base}/-/ask" method="get"><input type="hidden" name="in" value="${place.variant.id}"><label class="hidden-text" for="q-ask-again">${words.ask}</label><input id="q-ask-again" name="q" value="${text}" maxlength="${longestQuestion}" required><button type="submit">${words.ask}</button></form>`

/** The pages that it rests on, and what could be asked next. */
function beside({ base }: OpenSite, place: Place, words: Words, { sources, followupQuestions }: SiteAnswer): Html {
  const pages = sources.map(
    ({ title, href, trail }) =>
      html`<li>${trail.length > 0 ? html`<p class="trail">${trail.join(' › ')}</p>` : nothing}<a href="${href}">${title}</a></li>`,
  )
  // Buttons, which programs that follow links do not press: each answer costs something.
  const next = followupQuestions.map(
    (question) => html`<li><button type="submit" name="q" value="${question}">${question}</button></li>`,
  )
  return html`${pages.length > 0 ? html`<h2>${words.sources}</h2><ol class="results">${joined(pages)}</ol>` : nothing}
${next.length > 0 ? html`<h2>${words.askAlso}</h2><form class="ask-next" action="${base}/-/ask" method="get"><input type="hidden" name="in" value="${place.variant.id}"><ul>${joined(next)}</ul></form>` : nothing}`
}
