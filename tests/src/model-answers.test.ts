import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { apiOf } from './support/api-client.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { type ModelEndpoint, openModelEndpoint, written } from './support/model-endpoint.ts'
import { type SeededOrganization, seed } from './support/seed.ts'

let model: ModelEndpoint
let world: World
let seeded: SeededOrganization
let ada: ReturnType<typeof clientsOf>
let token: string

beforeAll(async () => {
  model = await openModelEndpoint()
  world = await createWorld({
    env: { ...model.env, AI_CALLER_CONCURRENCY: '1', AI_MAX_OUTPUT_TOKENS: '200000' },
  })
  const person = await world.person('ada@example.com', 'Ada Lovelace')
  token = person.token
  seeded = await seed(apiOf(world.gateways[0] ?? ''), person, 'Acme')
  ada = clientsOf(person, inTurn(world.gateways))
})
afterAll(async () => {
  await world.close()
  model.stop()
})

/** The answer as the published client reads it. */
const reading = () => {
  const events = ada.api.orgs.streamAskInOrganization(seeded.organizationId, { query: 'How do I turn the crank?' })
  return events[Symbol.asyncIterator]()
}
type Answers = ReturnType<typeof reading>
const markdownOf = async (answers: Answers) => Object(await answers.next()).value?.answer.answer.markdown as string

test('the published client reads each state of an answer while the model has not written the next one', async () => {
  const answers = reading()
  const asked = model.asked()
  expect(await markdownOf(answers)).toBe('')
  const response = await asked
  response.write(written('Turn it é [1]. And'))
  expect(await markdownOf(answers)).toMatch(/^Turn it é \[\^1\]\.\n\n\[\^1\]: /)
  response.end(written(' stop [1].', 'stop'))
  expect(await markdownOf(answers)).toMatch(/^Turn it é \[\^1\]\. And stop \[\^1\]\./)
  let last: unknown
  for (let next = await answers.next(); !next.done; next = await answers.next()) last = next.value
  expect(last).toMatchObject({ type: 'answer', answer: { sources: [{ page: seeded.pageId }] } })
})

test('the published client throws what ends an answer, and the model is asked no further', async () => {
  const answers = reading()
  const asked = model.asked()
  await answers.next()
  const closed = once(await asked, 'close')
  await ada.api.orgs.updateOrganizationById(seeded.organizationId, { ai: false })
  await expect(answers.next()).rejects.toThrow('This organization has switched AI features off.')
  await closed
  await ada.api.orgs.updateOrganizationById(seeded.organizationId, { ai: true })
})

/** A site behind a share link that the manual is on, and its visitors. */
async function sharedSite() {
  const api = apiOf(world.gateways[0] ?? '')
  const { organizationId, spaceId } = seeded
  const made = (operation: string, params: object, body?: object) =>
    api.made(operation, token, { params: { organizationId, ...params }, ...(body && { body }) })
  const { id: siteId } = await made('createSite', {}, { title: 'Shared', visibility: 'share-link', spaces: [spaceId] })
  await made('publishSite', { siteId })
  const link = await made('createSiteShareLink', { siteId }, { name: 'Friends' })
  const url = String(link.urls.published)
  const { apiToken } = (await api.send('resolvePublishedContentByUrl', undefined, { body: { url } })).body
  const question = 'How do I turn the crank?'
  const [site, params] = [{ siteId }, { organizationId, siteId }]
  const page = `${world.gateways[0]}${new URL(url).pathname}/-/ask.events?${new URLSearchParams({ q: question })}`
  return {
    ask: () => api.send('streamAskInSite', apiToken, { params, body: { question } }).then(({ body }) => String(body)),
    askOnPage: () => fetch(page).then((answer) => answer.text()),
    revoke: () => made('deleteSiteShareLinkById', { ...site, shareLinkId: link.id }),
    unpublish: () => made('unpublishSite', site),
    widen: () => made('updateSiteById', site, { visibility: 'public' }),
    leave: async () => {
      const [one] = (await made('listSiteSpaces', site)).items
      await made('deleteSiteSpaceById', { ...site, siteSpaceId: one.id })
    },
  }
}

test.each(['revoke', 'unpublish', 'widen', 'leave'] as const)(
  'answers that are being streamed to visitors end, and the model with them, once the site is taken from them: %s',
  async (end) => {
    const { [end]: taken, ...site } = await sharedSite()
    const [first, answer] = [model.asked(), site.ask()]
    const byToken = await first
    const [second, onPage] = [model.asked(), site.askOnPage()]
    const writing = [byToken, await second]
    for (const response of writing) response.write(written('Turn it [1]. And'))
    const closed = writing.map((response) => once(response, 'close'))
    await taken()
    for (const text of await Promise.all([answer, onPage])) {
      expect(text).toContain('event: error')
      expect(text).not.toContain('event: done')
    }
    await Promise.all(closed)
  },
)

let members = 0

/** A site that a member previews, asks on its page, by its token, and by the access token that the preview came from. */
async function previewedSite() {
  const api = apiOf(world.gateways[0] ?? '')
  const { organizationId, spaceId } = seeded
  const made = (operation: string, params: object, body?: object) =>
    api.made(operation, token, { params: { organizationId, ...params }, ...(body && { body }) })
  const { id: siteId } = await made(
    'createSite',
    {},
    { title: 'Previewed', visibility: 'visitor-auth', spaces: [spaceId] },
  )
  await made('publishSite', { siteId })
  members += 1
  const member = await world.person(`previews-${members}@example.com`, 'Member')
  await made('inviteUsersToOrganization', {}, { emails: [{ email: member.email, role: 'read' }] })
  const { id: userId } = await api.made('getAuthenticatedUser', member.token)
  const lent = await api.made('createAccessToken', member.token, { body: { name: 'Lent' } })
  const params = { organizationId, siteId }
  const { url } = await api.made('getSitePublishingPreviewById', lent.token, { params })
  const jwtToken = new URL(url).searchParams.get('jwt_token') ?? ''
  const { apiToken } = await api.made('resolvePublishedContentByUrl', lent.token, {
    body: { url: url.split('?')[0], visitor: { jwtToken } },
  })
  const question = 'How do I turn the crank?'
  const page = `${world.gateways[0]}${new URL(url).pathname}/-/ask.events?${new URLSearchParams({ q: question })}`
  const ask = (by: string) =>
    api.send('streamAskInSite', by, { params, body: { question } }).then(({ body }) => String(body))
  return {
    asks: [
      () => ask(apiToken),
      () => ask(lent.token),
      () => fetch(page, { headers: { cookie: `quire-visitor=${jwtToken}` } }).then((answer) => answer.text()),
    ],
    revoke: () => api.made('revokeAccessToken', member.token, { params: { tokenId: lent.id } }),
    remove: () => made('removeMemberFromOrganizationById', { userId }),
    demand: () => made('updateOrganizationById', {}, { sso: true }),
  }
}

test.each(['revoke', 'remove', 'demand'] as const)(
  'answers that are being streamed to a preview, and to its member, end with what opened it: %s',
  async (end) => {
    const { asks, [end]: taken } = await previewedSite()
    const answers: Promise<string>[] = []
    const writing: ServerResponse[] = []
    for (const ask of asks) {
      const asked = model.asked()
      // The gateway closes the stream of a revoked token.
      answers.push(ask().catch(() => 'event: error'))
      writing.push(await asked)
    }
    for (const response of writing) response.write(written('Turn it [1]. And'))
    const closed = writing.map((response) => once(response, 'close'))
    await taken()
    try {
      for (const text of await Promise.all(answers)) {
        expect(text).toContain('event: error')
        expect(text).not.toContain('event: done')
      }
      await Promise.all(closed)
    } finally {
      if (end === 'demand') await ada.api.orgs.updateOrganizationById(seeded.organizationId, { sso: false })
    }
  },
)

const sentences = 24
const sentence = `It turns ${'slowly '.repeat(5000)}[1]. `

/** Streams an answer without reading its events. */
async function leftUnread(): Promise<IncomingMessage> {
  const path = `/v1/orgs/${seeded.organizationId}/ask/stream?query=How+do+I+turn+the+crank`
  const headers = { authorization: `Bearer ${token}` }
  const [answer] = await once(get(`${world.gateways[0]}${path}`, { headers, agent: false }), 'response')
  return answer
}

test('who does not read holds up neither the model nor what is asked next, and gets the last state later', async () => {
  const [writing, unread] = await Promise.all([model.asked(), leftUnread()])
  // Together the states exceed the buffers of the sockets.
  for (let number = 1; number < sentences; number += 1)
    if (!writing.write(written(sentence))) await once(writing, 'drain')
  writing.end(written(sentence, 'stop'))
  // The one permit of this caller for the model is released.
  const other = reading()
  const asked = model.asked()
  await other.next()
  const response = await asked
  response.end(written('Turn it [1].', 'stop'))
  expect(await markdownOf(other)).toMatch(/^Turn it \[\^1\]\./)
  await other.return?.()
  const events = (await text(unread)).split('\n\n')
  expect(events.slice(-2)).toEqual(['event: done\ndata: {}', ''])
  const last = JSON.parse((events.at(-3) ?? '').slice('data: '.length))
  expect(last.answer.answer.markdown.split('slowly [^1].')).toHaveLength(sentences + 1)
})
