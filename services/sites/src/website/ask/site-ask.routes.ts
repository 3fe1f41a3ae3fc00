import { siteAskOperations, spaceQuestionOperations } from '@quire/contracts'
import { type AccessWatch, eventStream, forbidden, whileAllowed } from '@quire/kit'
import { type AccessWatchNeeds, visitorAccessWatch } from '../../addresses/visitor-access-watch.ts'
import { implementWith, type SitesContext } from '../../context.ts'
import { findSite } from '../../model/sites.state.ts'
import { inScope, searchableSpaces } from '../search/scope.ts'
import { questionHolders } from './question-holders.ts'

const { recommendQuestionsInSpaces } = spaceQuestionOperations

export const siteAskRoutes = implementWith<AccessWatchNeeds>()(siteAskOperations, {
  /**
   * Sites selects the spaces and identifies the caller; ai answers from the spaces, and content filters what a visitor
   * sees.
   */
  async streamAskInSite(context) {
    const { params, query, body, caller, callStream, signal } = context
    const { question, scope = { mode: 'default' } } = body
    const spaces = inScope(scope, await askableSpaces(context, params.siteId)).map(({ spaceId }) => spaceId)
    const { organizationId } = params
    const holders = questionHolders(caller, params.siteId)
    const asked = { question, spaces, ...holders, ...query, asker: askerOf(context) }
    const answers = (until: AbortSignal) =>
      callStream('askInSpaces', { params: { organizationId }, body: asked, signal: until })
    const { visit, tokenExpiresAt: until } = caller
    const watch = visit
      ? visitorAccessWatch(context, { ...visit, until })(spaces, signal)
      : memberAccessWatch(context, params)
    return eventStream(whileAllowed(watch, answers))
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

/** Returns the spaces of a site that the caller may ask; throws 403 if the site hides its content from agents. */
export async function askableSpaces(context: SitesContext, siteId: string) {
  const site = await findSite(context.sql, siteId)
  if (site.agents_context === 'excluded') throw forbidden('This site keeps its content from agents.')
  return searchableSpaces(context, siteId)
}

/** Ends an answer to a member with their rights on the site; ai checks their rights on its spaces again. */
export const memberAccessWatch = (
  context: SitesContext<AccessWatchNeeds>,
  params: Record<string, string>,
): AccessWatch => ({
  signal: context.signal,
  onChange: context.deps.onApplied,
  check: async () =>
    void (await context.authorize({ ...context, operation: siteAskOperations.streamAskInSite, params })),
})

export const askerOf = ({ access, caller, userId }: SitesContext) =>
  access.visitorSite ? { claims: caller.visit?.claims ?? {} } : { userId }

async function* asEvents(questions: readonly string[]) {
  for (const question of questions) yield { question }
}
