import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { clientsOf, inTurn } from './support/clients.ts'

let world: World
let api: Api
let ada: Person
let bob: Person
let privateKey: string
let site: { organizationId: string; siteId: string }

const page = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})
beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  bob = await world.person('bob@example.com', 'Bob')
  const { id: organizationId } = await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })
  const make = (id: string, body: object, params: object = {}) =>
    api.made(id, ada.token, { params: { organizationId, ...params }, body })
  await make('inviteUsersToOrganization', { emails: [{ email: 'bob@example.com', role: 'admin' }] })
  const { id: spaceId } = await make('createSpace', { title: 'Manual' })
  const { id: changeRequestId } = await make('createChangeRequest', {}, { spaceId })
  const changes = [
    page(
      'Engines',
      '## On a boat\n\nOn a boat, the engine stands on rubber feet.\n\n## On a truck\n\nOn a truck, the engine hangs in a steel frame.',
    ),
    page('Llamas', 'The llama arrives in winter.', { condition: 'visitor.claims.beta' }),
  ]
  await make('updateChangeRequestContent', { changes }, { spaceId, changeRequestId })
  await make('mergeChangeRequest', {}, { spaceId, changeRequestId })
  const { id: siteId } = await make('createSite', { title: 'Zoo', spaces: [spaceId] })
  site = { organizationId, siteId }
  await make('updateSiteById', { visibility: 'visitor-auth', basename: 'zoo' }, site)
  await make('publishSite', {}, site)
  privateKey = (await api.made('getSitePublishingAuthById', ada.token, { params: site })).privateKey
})
afterAll(() => world.close())

/** Signs the token of a visitor with these claims. */
async function visitor(claims: object): Promise<string> {
  const jwtToken = jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  const body = { url: 'http://quire.test/sites/zoo', visitor: { jwtToken } }
  return (await api.send('resolvePublishedContentByUrl', undefined, { body })).body.apiToken
}

interface Event {
  id: number
  // biome-ignore lint/suspicious/noExplicitAny: every event was checked against its contract by the service
  data: any
}

const eventsIn = (body: unknown): Event[] =>
  [...String(body).matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, data]) => ({
    id: Number(id),
    data: JSON.parse(data ?? ''),
  }))

const asked = (content: unknown, more: object = {}) => ({ input: [{ role: 'user', content }], ...more })
const ask = async (token: string, content: unknown, more: object = {}) =>
  eventsIn(await api.made('streamAIResponseInSite', token, { params: site, body: asked(content, more) }))
const read = (token: string, responseId: string, headers: Record<string, string> = {}) =>
  api.send('streamExistingAIResponseInSite', token, { params: { ...site, responseId }, headers })
const idOf = (events: Event[]): string => events.at(-1)?.data.responseId
const textOf = (events: Event[]) => JSON.stringify(events.filter(({ data }) => data.type === 'response_document'))

test('a response is streamed as the published client reads it, with the id under which it goes on', async () => {
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  const events: { type: string }[] = []
  const body = asked('How does the engine stand on a boat?') as never
  for await (const event of client.orgs.streamAiResponseInSite(site.organizationId, site.siteId, body))
    events.push(event as { type: string })
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['response_start', 'response_document', 'response_finish']),
  )
  expect([events[0]?.type, events.at(-1)?.type]).toEqual(['response_start', 'response_finish'])
  expect(JSON.stringify(events)).toContain('rubber feet')
})

test('a message that leaves unsaid what it is about is understood by the conversation before it', async () => {
  const first = await ask(ada.token, 'How does the engine stand on a boat?')
  const document = {
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'and on a truck?' }] }],
      },
    ],
  }
  const next = await ask(ada.token, document, { previousResponseId: idOf(first) })
  expect(textOf(next)).toContain('steel frame')
  const again = await ask(ada.token, 'and on a boat?', { previousResponseId: idOf(next) })
  expect(textOf(again)).toContain('rubber feet')
})

test('a response is read again from its beginning or an event on, by whoever asked and nobody else', async () => {
  const events = await ask(ada.token, 'How does the engine hang on a truck?')
  const responseId = idOf(events)
  expect(eventsIn((await read(ada.token, responseId)).body)).toEqual(events)
  const rest = await read(ada.token, responseId, { 'Last-Event-ID': '1' })
  expect(eventsIn(rest.body)).toEqual(events.slice(1))
  expect((await read(ada.token, responseId, { 'Last-Event-ID': 'x' })).status).toBe(400)
  expect((await read(bob.token, responseId)).status).toBe(404)
  expect((await read(ada.token, 'absent')).status).toBe(404)
  const body = asked('and on a boat?', { previousResponseId: responseId })
  expect((await api.send('streamAIResponseInSite', bob.token, { params: site, body })).status).toBe(404)
})

test('visitors are answered from what they see, and other visitors cannot read that', async () => {
  const [beta, other] = [await visitor({ beta: true, plan: 'pro' }), await visitor({ plan: 'pro' })]
  const seen = await ask(beta, 'When does the llama arrive?')
  expect(textOf(seen)).toContain('winter')
  expect(textOf(await ask(other, 'When does the llama arrive?'))).not.toContain('winter')
  expect((await read(other, idOf(seen))).status).toBe(404)
  expect((await read(ada.token, idOf(seen))).status).toBe(404)
  const renewed = await visitor({ plan: 'pro', beta: true })
  expect(eventsIn((await read(renewed, idOf(seen))).body)).toEqual(seen)
})

test('a response is written to its end although its reader leaves', async () => {
  const leaving = new AbortController()
  const response = await fetch(`${world.gateways[0]}/v1/orgs/${site.organizationId}/sites/${site.siteId}/ai/response`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(asked('How does the engine stand on a boat?')),
    signal: leaving.signal,
  })
  let text = ''
  const reader = response.body?.getReader()
  while (!text.includes('messageId')) text += new TextDecoder().decode((await reader?.read())?.value)
  leaving.abort()
  const responseId = /"messageId":"(\w+)"/.exec(text)?.[1] ?? ''
  const events = eventsIn((await read(ada.token, responseId)).body)
  expect(events.at(-1)?.data).toMatchObject({ type: 'response_finish', responseId })
  expect(textOf(events)).toContain('rubber feet')
})

test('other visitors without claims do not push a response out', async () => {
  const anonymous = await visitor({})
  const responseId = idOf(await ask(anonymous, 'How does the engine hang on a truck?'))
  const database = world.services.ai.foundation.database.em.fork().getConnection()
  await database.execute(`
    insert into ai_response (id, organization_id, site_id, asker, questions, lease_until, state, holder)
    select gen_random_uuid(), organization_id, site_id, asker, questions, now(), 'ended', 'somebody else'
    from generate_series(1, 60), (select * from ai_response order by created_at desc limit 1) latest`)
  await ask(anonymous, 'How does the engine stand on a boat?')
  expect((await read(anonymous, responseId)).status).toBe(200)
})

const inDatabase = (statement: string) =>
  world.services.ai.foundation.database.em
    .fork()
    .getConnection()
    .execute<{ holder: string; count: number }[]>(statement)
/** Stores responses like the latest one, each to a visitor with claims of their own; `holder` is an expression. */
const storeOthers = (count: number, holder: string, state = 'ended') =>
  inDatabase(`
    insert into ai_response (id, organization_id, site_id, asker, questions, lease_until, holder, state, created_at)
    select gen_random_uuid(), organization_id, site_id, 'asker ' || number, questions, now() + interval '1 minute',
      ${holder}, '${state}', now() - interval '1 minute'
    from generate_series(1, ${count}) number, (select * from ai_response order by created_at desc limit 1) latest`)
const countOf = async (of: string) =>
  (await inDatabase(`select count(*)::int as count from ai_response where ${of}`))[0]?.count
const endAll = () => inDatabase("update ai_response set state = 'ended'")

test('whatever claims visitors make up, a network retains 500 responses of a site, and all visitors 2,000', async () => {
  const question = 'How does the engine hang on a truck?'
  await ask(ada.token, question)
  const members = await countOf("holder not like 'site %'")
  const first = await ask(await visitor({ plan: 'first' }), question)
  const [latest] = await inDatabase('select holder from ai_response order by created_at desc limit 1')
  await storeOthers(600, 'latest.holder')
  await ask(await visitor({ plan: 'second' }), question)
  expect(await countOf(`holder = '${latest?.holder}'`)).toBe(500)
  expect((await read(await visitor({ plan: 'first' }), idOf(first))).status).toBe(200)
  await storeOthers(2100, "latest.holder || '.' || number % 100")
  await ask(await visitor({ plan: 'third' }), question)
  expect(await countOf("holder like 'site %'")).toBe(2000)
  expect(await countOf("holder not like 'site %'")).toBe(members)
})

test('a response in progress is not pushed out by those that begin after it', async () => {
  const question = 'How does the engine hang on a truck?'
  await ask(await visitor({ plan: 'first' }), question)
  await storeOthers(1, 'latest.holder', 'running')
  await storeOthers(600, 'latest.holder')
  await inDatabase("update ai_response set created_at = now() - interval '2 minutes' where state = 'running'")
  await ask(await visitor({ plan: 'second' }), question)
  expect(await countOf("state = 'running'")).toBe(1)
  await endAll()
})

test('visitors have four responses in progress in one network, however many tokens, and 32 on the site', async () => {
  const question = 'How does the engine hang on a truck?'
  const statusOf = async (token: string) =>
    (await api.send('streamAIResponseInSite', token, { params: site, body: asked(question) })).status
  await ask(await visitor({ plan: 'first' }), question)
  await storeOthers(4, 'latest.holder', 'running')
  expect(await statusOf(await visitor({ plan: 'fifth' }))).toBe(429)
  await endAll()
  await storeOthers(32, "latest.holder || '.' || number", 'running')
  expect([await statusOf(await visitor({ plan: 'late' })), await statusOf(ada.token)]).toEqual([429, 200])
  await endAll()
})

test('a response whose process is dead breaks off where it is', async () => {
  const responseId = idOf(await ask(ada.token, 'How does the engine hang on a truck?'))
  const database = world.services.ai.foundation.database.em.fork().getConnection()
  await database.execute(`update ai_response set state = 'running', lease_until = now() - interval '1 second'`)
  await database.execute(`delete from ai_response_event where event ->> 'type' = 'response_finish'`)
  const { body } = await read(ada.token, responseId)
  expect(eventsIn(body).length).toBeGreaterThan(1)
  expect(body).toContain('event: error')
  expect(body).toContain('The answer broke off: ask again.')
})

test('who loses the site or its content cannot read the response any more', async () => {
  const events = await ask(ada.token, 'How does the engine hang on a truck?')
  await api.made('updateOrganizationById', ada.token, { params: site, body: { ai: false } })
  expect((await read(ada.token, idOf(events))).status).toBe(403)
  await api.made('updateOrganizationById', ada.token, { params: site, body: { ai: true } })
  expect((await read(ada.token, idOf(events))).status).toBe(200)
})
