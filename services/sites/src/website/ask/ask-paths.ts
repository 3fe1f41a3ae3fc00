import { spaceQuestionOperations } from '@quire/contracts'
import type { EventStream, VisitAnswer } from '@quire/kit'
import { answered } from '../cache/visit-answers.ts'
import { framedAnswer } from '../page/framed-page.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import type { Html } from '../render/blocks/markup.ts'
import { attributes, html, joined, nothing } from '../render/blocks/markup.ts'
import type { Vocabulary } from '../render/words/index.ts'
import { localeOf, vocabularyOf } from '../render/words/index.ts'
import { searchedLocations } from '../search/search-site.ts'
import type { SiteLocation, VisibleSite } from '../site/site-model.ts'
import type { SiteAnswer } from './ask-site.ts'
import { longestQuestion } from './ask-site.ts'
import { type Asker, answerEvents, type PageQuestion, writtenAnswer } from './html-answer-events.ts'
import { renderedAnswer } from './rendered-answer.ts'

interface AskedOnPage {
  /** Undefined if nothing is asked yet. */
  question: PageQuestion | undefined
  location: SiteLocation
  asker: Asker
}

const { recommendQuestionsInSpaces } = spaceQuestionOperations
const maxPrevious = 10

interface AskedHere {
  kind: string
  query: URLSearchParams
  location: SiteLocation
  asker: Asker
}

/**
 * Answers questions of visitors: an answer as a stream (`ask.events`), the same as a page, and proposed questions.
 * Undefined for all other paths, and if the site does not take questions.
 */
export async function askedAt(
  pageContext: PageContext,
  trees: SiteTrees,
  { kind, query, location, asker }: AskedHere,
): Promise<VisitAnswer | EventStream | undefined> {
  if (!pageContext.site.isAskable) return undefined
  const question = questionOf(query)
  switch (kind) {
    case 'ask':
      return answerPage(pageContext, trees, { question: asker.isRead ? question : undefined, location, asker })
    case 'ask.events':
      return question && answerEvents(pageContext, trees, question, asker)
    case 'questions.json':
      return questionsAnswer(pageContext, query.get('in'))
    default:
      return undefined
  }
}

function questionOf(query: URLSearchParams): PageQuestion | undefined {
  const [question = '', ...previous] = [query.get('q') ?? '', ...query.getAll('before')].map(bounded)
  const previousQuestions = previous.filter((text) => text !== '').slice(-maxPrevious)
  return question === '' ? undefined : { question, previousQuestions, from: query.get('in') }
}

const bounded = (text: string) => text.trim().slice(0, longestQuestion)

async function questionsAnswer({ site, call }: PageContext, from: string | null): Promise<VisitAnswer> {
  const spaces = searchedLocations(site, from).map(({ variant }) => variant.spaceId)
  const answer = await call('recommendQuestionsInSpaces', {
    params: { organizationId: site.organizationId },
    body: { spaces, asker: { claims: site.audience.claims } },
  })
  const { questions } = recommendQuestionsInSpaces.replies[200].parse(answer)
  const { isPublic } = site.audience
  return answered(JSON.stringify({ questions }), { type: 'json', isPublic, more: { 'X-Robots-Tag': 'noindex' } })
}

/** Renders the answer as a page, for visitors without the script. */
async function answerPage(
  pageContext: PageContext,
  trees: SiteTrees,
  { question, location, asker }: AskedOnPage,
): Promise<VisitAnswer> {
  const { site } = pageContext
  const locale = localeOf(site, location)
  const vocabulary = vocabularyOf(locale)
  const { answer, brokenBy } = question
    ? await writtenAnswer(pageContext, trees, question, asker)
    : { answer: undefined, brokenBy: undefined }
  // Readers who may not ask the site get no part of an answer.
  if (brokenBy && brokenBy.status < 429) throw brokenBy
  const text = answer && (await renderedAnswer(pageContext, trees, answer, { locale, signal: asker.signal }))
  const isBegun = text !== undefined && text.length > 0
  const asked = question?.question ?? ''
  const title = asked || vocabulary.ask
  // The script reports a question in place of a page that is read; whether a broken answer had any sources is not known.
  const reported = {
    'data-asked': asked,
    'data-answered': brokenBy ? undefined : String(!!answer && answer.sources.length > 0),
  }
  const content = html`<article${attributes(reported)}><h1>${title}</h1>
${askForm(site, location, vocabulary, asked)}
${isBegun ? html`<div class="text">${text}</div>` : nothing}
${brokenBy ? html`<p>${isBegun ? vocabulary.askBrokeOff : vocabulary.askFailed}</p>${questionButtons(site, location, [[asked, vocabulary.askAgain]])}` : nothing}
${answer ? beside(site, location, vocabulary, answer) : nothing}</article>`
  const failed = isBegun ? undefined : brokenBy
  return framedAnswer(pageContext, trees, { location, title, content, status: failed?.status, more: failed?.headers })
}

const askForm = ({ base }: VisibleSite, location: SiteLocation, vocabulary: Vocabulary, text: string): Html =>
  html`<form class="search-again" action="${base}/-/ask" method="get"><input type="hidden" name="in" value="${location.variant.id}"><label class="hidden-text" for="q-ask-again">${vocabulary.ask}</label><input id="q-ask-again" name="q" value="${text}" maxlength="${longestQuestion}" required><button type="submit">${vocabulary.ask}</button></form>`

/** Renders the sources of an answer and its follow-up questions. */
function beside(
  site: VisibleSite,
  location: SiteLocation,
  vocabulary: Vocabulary,
  { sources, followupQuestions }: SiteAnswer,
): Html {
  const pages = sources.map(
    ({ title, href, trail }) =>
      html`<li>${trail.length > 0 ? html`<p class="trail">${trail.join(' › ')}</p>` : nothing}<a href="${href}">${title}</a></li>`,
  )
  return html`${pages.length > 0 ? html`<h2>${vocabulary.sources}</h2><ol class="results">${joined(pages)}</ol>` : nothing}
${
  followupQuestions.length > 0
    ? html`<h2>${vocabulary.askAlso}</h2>${questionButtons(
        site,
        location,
        followupQuestions.map((question) => [question, question]),
      )}`
    : nothing
}`
}

/**
 * Renders questions to ask, each with its label. Buttons, because crawlers follow links but do not press buttons: each
 * answer has a cost.
 */
const questionButtons = (
  { base }: VisibleSite,
  location: SiteLocation,
  questions: readonly (readonly [question: string, label: string])[],
): Html => {
  const items = questions.map(
    ([question, label]) => html`<li><button type="submit" name="q" value="${question}">${label}</button></li>`,
  )
  return html`<form class="ask-next" action="${base}/-/ask" method="get"><input type="hidden" name="in" value="${location.variant.id}"><ul>${joined(items)}</ul></form>`
}
