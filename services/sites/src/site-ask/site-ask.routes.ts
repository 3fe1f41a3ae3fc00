import { siteAskOperations, spaceQuestionOperations } from '@quire/contracts'
import { eventStream, forbidden, holderOf, whileAllowed } from '@quire/kit'
import { implement, type SitesContext } from '../context.ts'
import { visitorStanding } from '../published/standing.ts'
import { inScope } from '../site-search/scope.ts'
import { searchableSpaces } from '../site-search/searchable-spaces.ts'
import { findSite } from '../states/sites.state.ts'

const { recommendQuestionsInSpaces } = spaceQuestionOperations

export const siteAskRoutes = implement(siteAskOperations, {
  /** Sites says which spaces and for whom; ai answers from them, and content says what a visitor is shown. */
  async streamAskInSite(context) {
    const { params, query, body, caller, callStream, signal } = context
    const { question, scope = { mode: 'default' } } = body
    const spaces = inScope(scope, await askableSpaces(context, params.siteId)).map(({ spaceId }) => spaceId)
    const { organizationId } = params
    const asked = { question, spaces, holder: holderOf(caller), ...query, asker: askerOf(context) }
    const answers = (until: AbortSignal) =>
      callStream('askInSpaces', { params: { organizationId }, body: asked, signal: until })
    const standing = caller.visit && visitorStanding(context, caller.visit)
    return eventStream(standing ? whileAllowed(standing(spaces, signal), answers) : answers(signal))
  },

  async streamRecommendedQuestionsInSite(context) {
    const { params, query, call } = context
    const { siteSpaceId, spaceId } = query
    const spaces = (await askableSpaces(context, params.siteId))
      .filter((one) => siteSpaceId === undefined || one.id === siteSpaceId)
      .filter((one) => spaceId === undefined || one.spaceId === spaceId)
      .map((one) => one.spaceId)
    const { organizationId } = params
    const body = { spaces, asker: askerOf(context) }
    const answer = await call('recommendQuestionsInSpaces', { params: { organizationId }, body })
    return eventStream(asEvents(recommendQuestionsInSpaces.replies[200].parse(answer).questions))
  },
})

/** The spaces of a site that the caller may ask. A site that keeps its content from agents is not asked, by nobody. */
async function askableSpaces(context: SitesContext, siteId: string) {
  const site = await findSite(context.sql, siteId)
  if (site.agents_context === 'excluded') throw forbidden('This site keeps its content from agents.')
  return searchableSpaces(context, siteId)
}

/** A stream to a member ends with their rights, which ai looks at again. */
const askerOf = ({ access, caller, userId }: SitesContext) =>
  access.opened ? { claims: caller.visit?.claims ?? {} } : { userId }

async function* asEvents(questions: readonly string[]) {
  for (const question of questions) yield { question }
}
