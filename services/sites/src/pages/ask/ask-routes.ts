import { spaceQuestionOperations } from '@quire/contracts'
import type { EventStream, VisitAnswer } from '@quire/kit'
import type { Place } from '../frame/model.ts'
import { answered } from '../kept/answers.ts'
import type { SiteTrees, Visiting } from '../routes/page-context.ts'
import { searchedPlaces } from '../routes/search.ts'
import { type Asker, answerEvents, type PageQuestion } from './answer-events.ts'
import { answerPage } from './answer-page.ts'
import { longestQuestion } from './ask.ts'

const { recommendQuestionsInSpaces } = spaceQuestionOperations
const mostBefore = 10

interface AskedHere {
  kind: string
  query: URLSearchParams
  place: Place
  asker: Asker
}

/**
 * What readers of a site ask of it: an answer as it is written (`ask.events`), the same as a page, and questions that are
 * worth asking. Undefined for everything else, and where the site is not asked.
 */
export async function askedAt(
  visiting: Visiting,
  trees: SiteTrees,
  { kind, query, place, asker }: AskedHere,
): Promise<VisitAnswer | EventStream | undefined> {
  if (!visiting.site.isAskable) return undefined
  const question = questionOf(query)
  switch (kind) {
    case 'ask':
      return answerPage(visiting, trees, { question: asker.isRead ? question : undefined, place, asker })
    case 'ask.events':
      return question && answerEvents(visiting, trees, question, asker)
    case 'questions.json':
      return questionsAnswer(visiting, query.get('in'))
    default:
      return undefined
  }
}

function questionOf(query: URLSearchParams): PageQuestion | undefined {
  const [question = '', ...previous] = [query.get('q') ?? '', ...query.getAll('before')].map(bounded)
  const previousQuestions = previous.filter((text) => text !== '').slice(-mostBefore)
  return question === '' ? undefined : { question, previousQuestions, from: query.get('in') }
}

const bounded = (text: string) => text.trim().slice(0, longestQuestion)

async function questionsAnswer({ site, call }: Visiting, from: string | null): Promise<VisitAnswer> {
  const spaces = searchedPlaces(site, from).map(({ variant }) => variant.spaceId)
  const answer = await call('recommendQuestionsInSpaces', {
    params: { organizationId: site.organizationId },
    body: { spaces, asker: { claims: site.audience.claims } },
  })
  const { questions } = recommendQuestionsInSpaces.replies[200].parse(answer)
  const { isPublic } = site.audience
  return answered(JSON.stringify({ questions }), { type: 'json', isPublic, more: { 'X-Robots-Tag': 'noindex' } })
}
