import { spaceQuestionOperations } from '@quire/contracts'
import type { EventStream, VisitAnswer } from '@quire/kit'
import { answered } from '../cache/visit-answers.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { searchedLocations } from '../search/search-site.ts'
import type { SiteLocation } from '../site/site-model.ts'
import { answerPage } from './answer-page.ts'
import { longestQuestion } from './ask-site.ts'
import { type Asker, answerEvents, type PageQuestion } from './html-answer-events.ts'

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
