import { aiResponseOperations, type RespondInSite, responseOperations } from '@quire/contracts'
import { badRequest, eventStream, eventsWhileAllowed, numbered } from '@quire/kit'
import { type AccessWatchNeeds, visitorAccessWatch } from '../../addresses/visitor-access-watch.ts'
import { implementWith, type SitesContext } from '../../context.ts'
import { inScope } from '../search/scope.ts'
import { questionHolders } from './question-holders.ts'
import { askableSpaces, askerOf, memberAccessWatch } from './site-ask.routes.ts'

const NumberedEvent = responseOperations.respondInSpaces.streams

type ResponseContext = SitesContext<AccessWatchNeeds> & { params: { organizationId: string; siteId: string } }

/** Conversations with a site: sites selects the spaces and identifies the caller, ai writes and retains the responses. */
export const aiResponseRoutes = implementWith<AccessWatchNeeds>()(aiResponseOperations, {
  async streamAIResponseInSite(context) {
    const { params, body, caller } = context
    const messages = body.input.map(({ content }, at) => textOf(content, `body.input.${at}.content`))
    const all = await askableSpaces(context, params.siteId)
    const from = body.input.at(-1)?.context?.location?.spaceId
    const current = all.find(({ spaceId }) => spaceId === from)?.id
    const spaces = inScope({ mode: 'default', ...(current !== undefined && { currentSiteSpace: current }) }, all)
    const { previousResponseId } = body
    const asked = {
      messages,
      ...questionHolders(caller, params.siteId),
      ...(previousResponseId !== undefined && { previousResponseId }),
    }
    return eventStream(responses(context, 'respondInSpaces', spacesIds(spaces), asked))
  },

  async streamExistingAIResponseInSite(context) {
    const { params, lastEventId = '0' } = context
    if (!/^\d{1,9}$/.test(lastEventId)) throw badRequest('Last-Event-ID', 'must be the id of an event of the response')
    const spaces = spacesIds(await askableSpaces(context, params.siteId))
    return eventStream(responses(context, 'readResponseInSpaces', spaces, { after: Number(lastEventId) }))
  },
})

const spacesIds = (spaces: readonly { spaceId: string }[]) => spaces.map(({ spaceId }) => spaceId)

/** Yields the events of a response with their numbers, for as long as the caller may read the site. */
async function* responses(
  context: ResponseContext,
  operation: keyof typeof responseOperations,
  spaces: string[],
  more: object,
) {
  const { params, caller, callStream, signal } = context
  const { visit, tokenExpiresAt: until } = caller
  const watch = visit
    ? visitorAccessWatch(context, { ...visit, until })(spaces, signal)
    : memberAccessWatch(context, params)
  const body = { siteId: params.siteId, spaces, asker: askerOf(context), ...more }
  const events = eventsWhileAllowed(watch, (until) => callStream(operation, { params, body, signal: until }))
  for await (const one of events) {
    const { number, event } = NumberedEvent.parse(one)
    yield numbered(number, event)
  }
}

type Content = RespondInSite['input'][number]['content']

/** Returns the words of a message. A document is read leaf by leaf, in order. */
function textOf(content: Content, field: string): string {
  const text = (typeof content === 'string' ? content : leavesOf(content)).trim().slice(0, maxCharacters)
  if (text === '') throw badRequest(field, 'must say something')
  return text
}

/** Of a longer message the beginning is looked up, as other operations take questions of this length. */
const maxCharacters = 2000

function leavesOf(document: unknown): string {
  const [texts, waiting] = [[] as string[], [document]]
  let length = 0
  while (waiting.length > 0 && length < maxCharacters) {
    const node = waiting.pop()
    if (node === null || typeof node !== 'object') continue
    const { text, leaves = [], nodes = [] } = node as { text?: unknown; leaves?: unknown; nodes?: unknown }
    if (typeof text === 'string') {
      texts.push(text)
      length += text.length
    }
    for (const list of [nodes, leaves]) if (Array.isArray(list)) waiting.push(...list.toReversed())
    if ((node as { object?: unknown }).object === 'block') texts.push(' ')
  }
  return texts.join('').replace(/\s+/g, ' ')
}
