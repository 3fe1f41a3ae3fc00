import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import type { SearchAIAnswer } from 'gitbook-api'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { indexed, settled, systemOf } from './support/system-databases.ts'

let world: World
let api: Api
let ada: Person
let gus: Person
let organizationId: string
let site: { organizationId: string; siteId: string }
let spaces: Record<'manual' | 'guide' | 'secret', string>
let siteSpaceIds: string[]
let privateKey: string

const page = (title: string, markdown: string, more: object = {}) => ({
  ...{ operation: 'insert_page', title, document: { markdown }, ...more },
})

async function change(spaceId: string, ...changes: object[]) {
  const { id } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId: id }
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', ada.token, { params })
}

async function spaceWith(title: string, ...changes: object[]): Promise<string> {
  const { id: spaceId } = await api.made('createSpace', ada.token, { params: { organizationId }, body: { title } })
  await change(spaceId, ...changes)
  return spaceId
}

const made = (operation: string, body?: object, params: object = {}) =>
  api.made(operation, ada.token, { params: { ...site, ...params }, ...(body && { body }) })

beforeAll(async () => {
  world = await createWorld()
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  gus = await world.person('gus@example.com', 'Gus')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  spaces = {
    manual: await spaceWith(
      'Manual',
      page('Giraffes', '## Necks\n\nA giraffe has a long neck.'),
      page('Beta llamas', 'The llama arrives in winter.', { condition: 'visitor.claims.beta' }),
      page(
        'Mixed',
        'The okapi eats leaves.\n\n{% if visitor.claims.beta %}\n\nThe quokka eats stars.\n\n{% endif %}\n',
      ),
      page('Hidden', 'The dodo sleeps in the cellar.', { hidden: true }),
      page('Burrows', 'The aardvark digs at night.'),
      page('Names', 'Aardvarks are also called antbears.', { condition: 'visitor.claims.beta' }),
    ),
    guide: await spaceWith('Guide', page('Penguins', 'The penguin is fed at noon.')),
    secret: await spaceWith('Secret', page('Walruses', 'The walrus is sold in spring.')),
  }
  const { manual, guide, secret } = spaces
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Zoo', spaces: [manual, guide, secret] },
  })
  site = { organizationId, siteId }
  siteSpaceIds = (await made('listSiteSpaces')).items.map(({ id }: { id: string }) => id)
  await made('updateSiteSpaceById', { condition: 'visitor.claims.staff' }, { siteSpaceId: siteSpaceIds[2] })
  await made('updateSiteById', { visibility: 'visitor-auth', basename: 'zoo' })
  await made('publishSite')
  privateKey = (await made('getSitePublishingAuthById')).privateKey
})
afterAll(() => world?.close())

const signed = (claims: object) => jwt.sign(claims, privateKey, { algorithm: 'HS256', expiresIn: '1h' })

/** Signs the token of a visitor with these claims. */
async function visitor(claims: object): Promise<string> {
  const body = { url: 'http://quire.test/sites/zoo', visitor: { jwtToken: signed(claims) } }
  return (await api.send('resolvePublishedContentByUrl', undefined, { body })).body.apiToken
}

/** The last answer that the published client reads from the stream. */
async function ask(token: string, question: string, scope: object = { mode: 'all' }): Promise<SearchAIAnswer> {
  const { api: client } = clientsOf({ token } as Person, inTurn(world.gateways))
  let last: SearchAIAnswer | undefined
  const events = client.orgs.streamAskInSite(
    organizationId,
    site.siteId,
    { question, scope } as never,
    {
      format: 'markdown',
    } as never,
  )
  for await (const { answer } of events) last = answer
  if (!last) throw new Error('the stream had no answer')
  return last
}

const pagesOf = ({ sources }: SearchAIAnswer) => sources.map(({ space }) => space)
const statusOfAsking = (token: string, question = 'What does the giraffe have?', params = site) =>
  api.send('streamAskInSite', token, { params, body: { question } }).then(({ status }) => status)

test('a member is answered from the spaces in the scope that they may read', async () => {
  const { answer, sources } = await ask(ada.token, 'What does the giraffe have?')
  expect(JSON.stringify(answer)).toContain('A giraffe has a long neck')
  expect(sources[0]).toMatchObject({ type: 'page', space: spaces.manual, sections: ['necks'] })
  const penguin = 'When is the penguin fed?'
  expect(pagesOf(await ask(ada.token, penguin))).toEqual([spaces.guide])
  expect(pagesOf(await ask(ada.token, penguin, { mode: 'default' }))).toEqual([])
  const specific = (id = '') => ({ mode: 'specific', siteSpaceIds: [id] })
  expect(pagesOf(await ask(ada.token, penguin, specific(siteSpaceIds[1])))).toEqual([spaces.guide])
  expect(pagesOf(await ask(ada.token, penguin, specific(siteSpaceIds[0])))).toEqual([])
  expect(pagesOf(await ask(ada.token, 'When does the llama arrive?'))).toEqual([spaces.manual])
  expect(await statusOfAsking(gus.token)).toBe(404)
})

test('a visitor is answered from what the site shows them: no space, page or text that is for others', async () => {
  const [anyone, staff] = [await visitor({}), await visitor({ staff: true, beta: true })]
  expect(pagesOf(await ask(anyone, 'What does the giraffe have?'))).toEqual([spaces.manual])
  const questions: [question: string, secret: string, staffFinds: string[]][] = [
    ['When is the walrus sold?', 'spring', [spaces.secret]],
    ['When does the llama arrive?', 'winter', [spaces.manual]],
    ['What does the quokka eat?', 'stars', [spaces.manual]],
    ['Where does the dodo sleep?', 'cellar', []],
  ]
  for (const [question, secret, staffFinds] of questions) {
    const answer = await ask(anyone, question)
    expect([question, pagesOf(answer)]).toEqual([question, []])
    expect(JSON.stringify(answer)).not.toContain(secret)
    expect([question, pagesOf(await ask(staff, question))]).toEqual([question, staffFinds])
  }
})

test('of a text that is another one for some visitors, each is answered from what is for them, and nothing else moves it', async () => {
  const [anyone, beta] = [await visitor({}), await visitor({ beta: true, name: 'Bo' })]
  const [quokka, okapi] = ['What does the quokka eat?', 'What does the okapi eat?']
  expect((await ask(beta, quokka)).answer).toEqual({ markdown: expect.stringContaining('The quokka eats stars.') })
  for (const token of [anyone, beta]) {
    const { answer, sources } = await ask(token, okapi)
    expect(answer).toEqual({ markdown: expect.stringContaining('The okapi eats leaves.') })
    expect(sources[0]).toMatchObject({ space: spaces.manual })
  }
  expect(JSON.stringify(await ask(anyone, okapi))).not.toContain('quokka')
  // Both pages are about tea; on one, only that part is visible to a visitor.
  await change(
    spaces.manual,
    page(
      'Green tea',
      'Green tea steeps.\n\n{% if visitor.claims.beta %}\n\nSaffron, saffron, saffron.\n\n{% endif %}\n',
    ),
    page('Black tea', 'Black tea steeps longer.'),
  )
  await settled(systemOf(world))
  await indexed(systemOf(world))
  const order = async (question: string) => (await ask(anyone, question)).sources.map(({ page: id }) => id)
  const plain = await order('Which tea steeps?')
  expect(plain).toHaveLength(2)
  expect(await order('Which saffron tea steeps?')).toEqual(await order('Which quassia tea steeps?'))
  // The text contains the name only for this visitor.
  await change(
    spaces.manual,
    page('Hello', 'Your guide is <code class="expression">visitor.claims.name</code> the walker.'),
  )
  await settled(systemOf(world))
  await indexed(systemOf(world))
  expect((await ask(beta, 'Who is the walker guide?')).answer).toEqual({
    markdown: expect.stringContaining('Your guide is Bo the walker.'),
  })
})

test('what a page says of words helps those visitors who are shown the page', async () => {
  const question = 'What is an antbear?'
  expect(pagesOf(await ask(await visitor({ beta: true }), question))).toEqual([spaces.manual, spaces.manual])
  expect(pagesOf(await ask(await visitor({}), question))).toEqual([])
})

/** Asks for an address of the site as a browser does. */
const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${world.gateways[0]}/sites/zoo${path}`, { redirect: 'manual', headers })

/** Streams an answer as the site's script does; returns the last event with content. */
async function answerOnPage(question: string, { base = '', headers = {} } = {}) {
  const answer = await visit(`${base}/-/ask.events?${new URLSearchParams({ q: question })}`, headers)
  const text = await answer.text()
  const events = text.split('\n\n').filter((event) => event.startsWith('data: '))
  const said = events.map((event) => JSON.parse(event.slice('data: '.length)))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(text).toMatch(/event: done\ndata: \{\}\n\n$/)
  return said.at(-2) as { html: string; sources: { title: string; href: string; trail: string[] }[] }
}

const cookie = (claims: object) => ({ cookie: `quire-visitor=${signed(claims)}` })

test('the pages answer with what their reader is shown, and link to pages of theirs', async () => {
  const { html, sources } = await answerOnPage('What does the giraffe have?', { headers: cookie({}) })
  expect(html).toContain('A giraffe has a long neck')
  expect(sources).toMatchObject([{ title: 'Giraffes', href: '/sites/zoo#necks' }])
  for (const [question, secret] of [
    ['When is the walrus sold?', 'spring'],
    ['When does the llama arrive?', 'winter'],
    ['What does the quokka eat?', 'stars'],
  ] as const) {
    const answer = await answerOnPage(question, { headers: cookie({}) })
    expect([question, answer.sources]).toEqual([question, []])
    expect(answer.html).not.toContain(secret)
  }
  const staff = await answerOnPage('When is the walrus sold?', { headers: cookie({ staff: true }) })
  expect(staff.sources).toEqual([])
  const inSecret = await visit(`/-/ask.events?in=${siteSpaceIds[2]}&q=When+is+the+walrus+sold`, cookie({ staff: true }))
  expect(await inSecret.text()).toContain('spring')
})

test('HEAD of an answer takes no place among the few that an address may have, and makes none', async () => {
  const { ai } = world.services
  const asked = async () => {
    const counted = await ai.foundation.metrics.registry.getMetricsAsJSON()
    const { values = [] } = counted.find(({ name }) => name === 'quire_request_seconds') ?? {}
    return values.filter((one) => Object(one).metricName?.endsWith('_count') && one.labels.operation === 'askInSpaces')
  }
  const before = await asked()
  for (let time = 0; time < 5; time += 1)
    for (const path of ['ask.events', 'ask']) {
      const answer = await fetch(`${world.gateways[0]}/sites/zoo/-/${path}?q=What+does+the+giraffe+have`, {
        method: 'HEAD',
        headers: cookie({}),
      })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\//)])
    }
  expect(await asked()).toEqual(before)
  expect((await answerOnPage('What does the giraffe have?', { headers: cookie({}) })).html).toContain('long neck')
})

/** Reads the answer to its end, so that no test after it meets a question under way. */
async function statusOfPage(base: string, headers = {}) {
  const answer = await visit(`${base}/-/ask.events?q=giraffe`, headers)
  await answer.text()
  return answer.status
}

test('whoever may not read the site gets no answer of it, by a token or on its pages', async () => {
  const token = await visitor({})
  const other = await api.made('createSite', ada.token, { params: { organizationId }, body: { title: 'Other' } })
  expect(await statusOfAsking(token, 'Anything?', { organizationId, siteId: other.id })).toBe(404)
  expect([await statusOfPage(''), await statusOfPage('', { cookie: 'quire-visitor=e30.e30.e30' })]).toEqual([404, 404])
  await made('regenerateSitePublishingAuthById')
  expect([await statusOfAsking(token), await statusOfPage('', cookie({}))]).toEqual([404, 404])
  privateKey = (await made('getSitePublishingAuthById')).privateKey
  expect([await statusOfAsking(await visitor({})), await statusOfPage('', cookie({}))]).toEqual([200, 200])
})

test('who was let in by a share link asks until it is revoked', async () => {
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Shared', spaces: [spaces.guide] },
  })
  const shared = { organizationId, siteId }
  await made('updateSiteById', { visibility: 'share-link' }, shared)
  await made('publishSite', undefined, shared)
  const link = await made('createSiteShareLink', { name: 'Friends' }, shared)
  const url: string = link.urls.published
  const { apiToken } = (await api.send('resolvePublishedContentByUrl', undefined, { body: { url } })).body
  const asked = async (address: string) =>
    (await fetch(`${world.gateways[0]}${new URL(address).pathname}/-/ask.events?q=When+is+the+penguin+fed`)).status
  expect([await statusOfAsking(apiToken, 'When?', shared), await asked(url), await asked(`${url}x`)]).toEqual([
    ...[200, 200, 404],
  ])
  await made('updateSiteShareLinkById', { active: false }, { ...shared, shareLinkId: link.id })
  expect([await statusOfAsking(apiToken, 'When?', shared), await asked(url)]).toEqual([404, 404])
})

/** A public site of its own with the manual, and the page that it begins with. */
async function publicSite(basename: string) {
  const { id: siteId } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: basename, spaces: [spaces.manual] },
  })
  await made('updateSiteById', { visibility: 'public', basename }, { siteId })
  await made('publishSite', undefined, { siteId })
  const get = async (path: string) => {
    const answer = await fetch(`${world.gateways[0]}/sites/${basename}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  return { siteId, get }
}

test('a site without a script answers on a page, and proposes questions that its readers find answers to', async () => {
  const { get } = await publicSite('plain')
  const { status, text } = await get('/-/ask?q=What+does+the+giraffe+have')
  expect([status, text.includes('A giraffe has a long neck')]).toEqual([200, true])
  expect(text).toContain('<a href="/sites/plain#necks">Giraffes</a>')
  expect((await get('/-/ask?q=%3Cscript%3Ehi()%3C/script%3E')).text).not.toContain('<script>hi')
  expect((await get('/-/search?q=giraffe')).text).toContain('formaction="/sites/plain/-/ask"')
  const { questions } = JSON.parse((await get('/-/questions.json')).text)
  expect(questions.join()).toMatch(/giraffes/)
  expect(questions.join()).not.toMatch(/llamas|mixed|hidden|penguins|walruses/i)
})

test('recommended questions stream to whoever reads the spaces, of one space where it is named', async () => {
  const stream = async (token: string, query?: { siteSpaceId?: string; spaceId?: string }) => {
    const { api: client } = clientsOf({ token } as Person, inTurn(world.gateways))
    const questions: string[] = []
    for await (const { question } of client.orgs.streamRecommendedQuestionsInSite(organizationId, site.siteId, query))
      questions.push(question)
    return questions.join()
  }
  expect(await stream(ada.token)).toMatch(/penguins|walruses|llamas/i)
  expect(await stream(ada.token, { siteSpaceId: siteSpaceIds[1] ?? '' })).toMatch(/^[^,]*penguins[^,]*$/)
  expect(await stream(ada.token, { spaceId: spaces.guide })).toMatch(/^[^,]*penguins[^,]*$/)
  const anyone = await stream(await visitor({}))
  expect(anyone).toMatch(/giraffes/)
  expect(anyone).not.toMatch(/walruses|llamas|mixed/i)
  expect(await stream(await visitor({}), { siteSpaceId: siteSpaceIds[2] ?? '' })).toBe('')
})

test('where AI is switched off or the site is not for agents, nobody asks and nothing offers it', async () => {
  const { siteId, get } = await publicSite('quiet')
  const offered = async () => {
    await settled(systemOf(world))
    const [page, ask] = [await get(''), await get('/-/ask.events?q=giraffe')]
    return [page.text.includes('data-ask='), ask.status, await statusOfAsking(ada.token, 'What?', { ...site, siteId })]
  }
  expect(await offered()).toEqual([true, 200, 200])
  const organization = { params: { organizationId } }
  await api.made('updateOrganizationById', ada.token, { ...organization, body: { ai: false } })
  expect(await offered()).toEqual([false, 404, 403])
  await api.made('updateOrganizationById', ada.token, { ...organization, body: { ai: true } })
  expect(await offered()).toEqual([true, 200, 200])
  await made('updateSiteById', { agentsContext: 'excluded' }, { siteId })
  expect(await offered()).toEqual([false, 404, 403])
  await api.made('deleteSiteById', ada.token, { params: { organizationId, siteId } })
})
