import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { publishedReplies } from './support/published-replies.ts'
import { settled, systemOf, withDatabases } from './support/system-databases.ts'

/** What the model was asked, and how it answers. */
let asked: { system: string; user: string }[] = []
let says: (text: string) => string | { status: number } | { finish: string }
let answered = Promise.withResolvers<void>()
const stop: (() => void)[] = []

/** The text that a prompt asks to translate. */
const textIn = (user: string) => /<text ([^>]+)>\n([\s\S]*)\n<\/text \1>/.exec(user)?.[2] ?? ''
/** Translates small letters to capitals. */
const loud = (text: string) => text.toUpperCase()

let world: World
let api: Api
let ada: string
let organizationId: string
const published = publishedReplies('gitbook-api')
beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const { messages } = (await json(request)) as { messages: { content: string }[] }
    const [system, user] = messages.map(({ content }) => content)
    asked.push({ system: system ?? '', user: user ?? '' })
    const said = says(textIn(user ?? ''))
    answered.resolve()
    if (typeof said !== 'string' && 'status' in said) return void response.writeHead(said.status).end()
    const [content, finish_reason] = typeof said === 'string' ? [said, 'stop'] : ['', said.finish]
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const choice of [{ delta: { content } }, { delta: {}, finish_reason }])
      response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop.push(() => void server.close().closeAllConnections())
  world = await createWorld({
    env: {
      ...{ AI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, AI_MODEL: 'small' },
      ...{ AI_RETRIES: '0', TRANSLATION_WORDS_PER_DAY: '400', TRANSLATION_WORDS_PER_DAY_OF_ACCOUNT: '1000' },
    },
  })
  api = apiOf(world.gateways[0] ?? '')
  ada = (await world.person('ada@example.com', 'Ada')).token
}, 60_000)
afterAll(async () => {
  await world?.close()
  for (const one of stop) one()
})
beforeEach(async () => {
  organizationId = (await api.made('createOrganization', ada, { body: { title: 'Acme' } })).id
  asked = []
  says = loud
})

const made = (id: string, params: object, body?: object) =>
  api.made(id, ada, { params: { organizationId, ...params }, body })
async function change(spaceId: string, changes: object[]) {
  const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, {})
  const params = { organizationId, spaceId, changeRequestId }
  const sent = { params, query: { compat: 'false' }, body: { changes } }
  const written = await api.made('updateChangeRequestContent', ada, sent)
  await made('mergeChangeRequest', { spaceId, changeRequestId }, {})
  return written.changes.map((one: { page: { id: string } }) => one.page.id) as string[]
}
const page = (title: string, markdown: string, more = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})
const words = (text: string) => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
})

async function translation(language = 'de', instructions?: object) {
  const { id: spaceId } = await made('createSpace', {}, { title: 'Manual' })
  const body = { source: { space: spaceId, language: 'en' }, language, ...(instructions && { instructions }) }
  return { spaceId, body }
}
const read = async (translationId: string) =>
  (await api.send('getTranslation', ada, { params: { organizationId, translationId } })).body
/** Resolves with the translation once a run has made this many. */
async function ran(translationId: string, runs: number) {
  for (;;) {
    const found = await read(translationId)
    if (found.stats.runs >= runs) return found
    await settled(systemOf(world))
  }
}
async function textOf(spaceId: string, pageId: string) {
  const { title, description, markdown } = (
    await api.send('getPageById', ada, { params: { spaceId, pageId }, query: { format: 'markdown' } })
  ).body
  return { title, ...(description !== undefined && { description }), markdown: markdown.trim() }
}

test('a space is translated page by page, with its code and links, and follows its source page by page', async () => {
  const { spaceId, body } = await translation()
  const [first = '', second = ''] = await change(spaceId, [
    page('Start', '# run it\n\nrun `npm start`, then see [more](https://example.com/a).\n\n```sh\nnpm start\n```', {
      description: 'how to start',
    }),
    page('Next', 'some words'),
  ])
  const { status, body: before } = await api.send('createTranslation', ada, { params: { organizationId }, body })
  expect([status, published.problems('createTranslation', 201, before)]).toEqual([201, []])
  const done = await ran(before.id, 1)
  expect(published.problems('getTranslation', 200, done)).toEqual([])
  expect(done).toMatchObject({
    ...{ object: 'translation', status: 'completed', language: 'de', source: { space: spaceId, language: 'en' } },
    stats: { runs: 1, totalPages: 2, latestPages: 2, totalWords: 13, latestWords: 13 },
  })
  const { space } = done.result
  expect(space).not.toBe(spaceId)
  expect((await api.send('getSpaceById', ada, { params: { spaceId: space } })).body).toMatchObject({
    ...{ title: 'Manual (de)', language: 'de', revision: done.result.revision },
  })
  expect(await textOf(space, first)).toEqual({
    ...{ title: 'START', description: 'HOW TO START' },
    markdown: '# RUN IT\n\nRUN `npm start`, THEN SEE [MORE](https://example.com/a).\n\n```sh\nnpm start\n```',
  })
  expect(asked.every(({ user }) => !/npm|example\.com/.test(user))).toBe(true)

  // Somebody improves the other page by hand, and the source of the first changes.
  await change(space, [{ operation: 'update_page', page: second, document: { markdown: 'Better words.' } }])
  asked = []
  await change(spaceId, [{ operation: 'update_page', page: first, document: { markdown: 'run it now' } }])
  const [third = ''] = await change(spaceId, [page('Last', 'the end')])
  while ((await read(done.id)).stats.totalPages < 3) await settled(systemOf(world))
  expect((await textOf(space, first)).markdown).toBe('RUN IT NOW')
  expect(await textOf(space, second)).toEqual({ title: 'NEXT', markdown: 'Better words.' })
  expect(await textOf(space, third)).toEqual({ title: 'LAST', markdown: 'THE END' })
  expect(asked.some(({ user }) => textIn(user).includes('some words'))).toBe(false)
  const list = (await api.send('listTranslations', ada, { params: { organizationId } })).body
  expect([list.count, list.items[0].id, published.problems('listTranslations', 200, list)]).toEqual([1, done.id, []])

  const remove = () => api.send('deleteTranslation', ada, { params: { organizationId, translationId: done.id } })
  expect([(await remove()).status, (await remove()).status]).toEqual([205, 204])
  expect((await textOf(space, first)).markdown).toBe('RUN IT NOW')
})

test('the glossary and the wishes of editors are in the prompt, and what changes in them counts with the next run', async () => {
  const operations = [
    { type: 'insert', translations: { en: 'Crank', de: 'Kurbel', fr: 'manivelle' } },
    { type: 'insert', translations: { en: 'wheel', fr: 'roue' } },
    { type: 'insert', translations: { en: 'absent', de: 'fehlt' } },
  ]
  await made('updateGlossaryEntries', {}, { operations })
  const { items } = (await api.send('listGlossaryEntries', ada, { params: { organizationId } })).body
  expect(published.problems('listGlossaryEntries', 200, { items })).toEqual([])
  const { spaceId, body } = await translation('de', words('be brief'))
  await change(spaceId, [page('Turning', 'turn the crank and the wheel')])
  const { id } = await made('createTranslation', {}, body)
  await ran(id, 1)
  const prompt = asked.find(({ user }) => user.includes('turn the crank'))
  expect(prompt?.user).toContain('\nCrank → Kurbel\n')
  expect(prompt?.user).not.toMatch(/roue|fehlt/)
  expect(prompt?.user).toContain('be brief')

  asked = []
  const [{ id: crank }] = items
  await made(
    'updateGlossaryEntries',
    {},
    { operations: [{ type: 'update', id: crank, translations: { en: 'crank', de: 'Hebel' } }] },
  )
  await made('updateTranslation', { translationId: id }, { instructions: words('be polite') })
  await made('runTranslation', { translationId: id })
  await ran(id, 2)
  const again = asked.find(({ user }) => user.includes('turn the crank'))
  expect(again?.user).toContain('crank → Hebel')
  expect(again?.user).toContain('be polite')
})

test('a model that breaks the structure of a text leaves it in its language', async () => {
  says = (text) => (text.includes('run') ? `${text} [now](https://evil.example)` : loud(text))
  const { spaceId, body } = await translation()
  const [id = ''] = await change(spaceId, [page('Start', 'run `it`')])
  const { id: translationId } = await made('createTranslation', {}, body)
  const { result } = await ran(translationId, 1)
  expect(await textOf(result.space, id)).toEqual({ title: 'START', markdown: 'run `it`' })
  expect(asked.filter(({ user }) => textIn(user).includes('run'))).toHaveLength(2)
})

test('a run goes on after the model failed, and pays for no page twice', async () => {
  let isDown = true
  says = (text) => (isDown && text.includes('second') ? { status: 500 } : loud(text))
  const { spaceId, body } = await translation()
  const [first = '', second = ''] = await change(spaceId, [page('One', 'first text'), page('Two', 'second text')])
  const { id } = await made('createTranslation', {}, body)
  while (!asked.some(({ user }) => user.includes('second'))) {
    answered = Promise.withResolvers()
    await answered.promise
  }
  isDown = false
  const { result } = await ran(id, 1)
  expect((await textOf(result.space, first)).markdown).toBe('FIRST TEXT')
  expect((await textOf(result.space, second)).markdown).toBe('SECOND TEXT')
  expect(asked.filter(({ user }) => textIn(user) === 'first text')).toHaveLength(1)
})

test.each([
  ['by a status', { status: 400 }],
  ['by its filter', { finish: 'content_filter' }],
])('a text that the model refuses %s stays in its language, and the others are translated', async (_, refusal) => {
  says = (text) => (text.includes('unspeakable') ? refusal : loud(text))
  const { spaceId, body } = await translation()
  const [first = '', second = ''] = await change(spaceId, [page('One', 'unspeakable text'), page('Two', 'more text')])
  const { id } = await made('createTranslation', {}, body)
  const { result, failure } = await ran(id, 1)
  expect(failure).toBeUndefined()
  expect(await textOf(result.space, first)).toEqual({ title: 'ONE', markdown: 'unspeakable text' })
  expect(await textOf(result.space, second)).toEqual({ title: 'TWO', markdown: 'MORE TEXT' })
  expect(asked.filter(({ user }) => textIn(user).includes('unspeakable'))).toHaveLength(1)
})

/** Resolves with the translation once an attempt at it has failed. */
async function failed(translationId: string) {
  for (;;) {
    const found = await read(translationId)
    if (found.failure) return found
    await settled(systemOf(world))
  }
}

test('a model that refuses every text is at fault itself, and nothing passes for translated', async () => {
  says = () => ({ status: 400 })
  const { spaceId, body } = await translation()
  const [id = ''] = await change(spaceId, [page('One', 'some text')])
  const { id: translationId } = await made('createTranslation', {}, body)
  const found = await failed(translationId)
  expect(found).toMatchObject({ failure: { attempts: expect.any(Number), nextAttemptAt: expect.any(String) } })
  expect([found.result, published.problems('getTranslation', 200, found)]).toEqual([undefined, []])
  says = loud
  await made('runTranslation', { translationId })
  const { result } = await ran(translationId, 1)
  expect((await textOf(result.space, id)).markdown).toBe('SOME TEXT')
})

test('a translation that failed many times is tried once a day, and at once when a person wants that', async () => {
  says = () => ({ status: 500 })
  const { spaceId, body } = await translation()
  await change(spaceId, [page('One', 'some text')])
  const { id: translationId } = await made('createTranslation', {}, body)
  await failed(translationId)
  await withDatabases(systemOf(world), ({ content }) =>
    content.query('update translation set attempts = 19, claimed_until = now() where id = $1', [translationId]),
  )
  const dayMs = 24 * 3600_000
  const isDaily = ({ failure }: { failure?: { nextAttemptAt: string } }) =>
    failure !== undefined && Date.parse(failure.nextAttemptAt) % dayMs === 0
  let found = await read(translationId)
  while (!isDaily(found)) {
    await settled(systemOf(world))
    found = await read(translationId)
  }
  expect(found.failure.attempts).toBe(20)
  says = loud
  await made('runTranslation', { translationId })
  expect((await ran(translationId, 1)).failure).toBeUndefined()
})

test('words count for the day when they are sent, also where the attempt fails', async () => {
  says = (text) => (text.includes('costly') ? { status: 500 } : loud(text))
  const { spaceId, body } = await translation()
  await change(spaceId, [page('One', 'costly '.repeat(300))])
  const { id } = await made('createTranslation', {}, body)
  while (!(await waitsForTomorrow(id))) await settled(systemOf(world))
  expect(asked.filter(({ user }) => textIn(user).includes('costly'))).toHaveLength(1)
})

/** True if a translation waits for the words of the next day. */
const waitsForTomorrow = (translationId: string) =>
  withDatabases(systemOf(world), async ({ content }) => {
    const { rows } = await content.query(
      'select from translation where id = $1 and claim is null and claimed_until > now() and attempts = 0 and runs = 0',
      [translationId],
    )
    return rows.length === 1
  })

test('an organization has as many words translated a day as it may, and the rest waits', async () => {
  const { spaceId, body } = await translation()
  await change(spaceId, [page('One', 'word '.repeat(300)), page('Two', 'word '.repeat(300))])
  const { id } = await made('createTranslation', {}, body)
  while (asked.filter(({ user }) => textIn(user).includes('word')).length < 1) {
    answered = Promise.withResolvers()
    await answered.promise
  }
  await settled(systemOf(world))
  const found = await read(id)
  expect([found.result, found.stats.runs]).toEqual([undefined, 0])
  expect(asked.filter(({ user }) => textIn(user).includes('word')).length).toBe(1)
})

test('an account has no more words translated a day because it makes more organizations', async () => {
  const { token } = await world.person('eve@example.com', 'Eve')
  const begin = async (marker: string) => {
    const makes = (name: string, params: Record<string, string>, body?: object) =>
      api.made(name, token, { params, body })
    const { id } = await makes('createOrganization', {}, { title: marker })
    const { id: space } = await makes('createSpace', { organizationId: id }, { title: marker })
    const { id: changeRequestId } = await makes('createChangeRequest', { spaceId: space }, {})
    const params = { spaceId: space, changeRequestId }
    const changes = [page('One', `${marker} `.repeat(370))]
    await api.made('updateChangeRequestContent', token, { params, query: { compat: 'false' }, body: { changes } })
    await makes('mergeChangeRequest', params, {})
    return makes('createTranslation', { organizationId: id }, { source: { space, language: 'en' }, language: 'de' })
  }
  const isAsked = (marker: string) => asked.some(({ user }) => textIn(user).includes(marker))
  for (const marker of ['first', 'second']) {
    await begin(marker)
    while (!isAsked(marker)) {
      answered = Promise.withResolvers()
      await answered.promise
    }
  }
  const { id } = await begin('third')
  while (!(await waitsForTomorrow(id))) await settled(systemOf(world))
  expect(isAsked('third')).toBe(false)
})

test('only a space that the caller may read is translated, into another language', async () => {
  const { spaceId, body } = await translation()
  const create = (sent: object) => api.send('createTranslation', ada, { params: { organizationId }, body: sent })
  expect((await create({ ...body, language: 'en' })).status).toBe(400)
  expect((await create({ ...body, source: { ...body.source, space: 'absent' } })).status).toBe(400)
  const bob = (await world.person('bob@example.com', 'Bob')).token
  const other = (await api.made('createOrganization', bob, { body: { title: 'Other' } })).id
  const sent = { params: { organizationId: other }, body: { ...body, source: { ...body.source, space: spaceId } } }
  expect((await api.send('createTranslation', bob, sent)).status).toBe(400)
  await made('updateOrganizationById', {}, { ai: false })
  expect((await create(body)).status).toBe(403)
  await made('updateOrganizationById', {}, { ai: true })
  const { id } = await made('createTranslation', {}, body)
  expect((await api.send('getTranslation', bob, { params: { organizationId: other, translationId: id } })).status).toBe(
    404,
  )
})

test('who may not edit the translated space does not change, run or end its translation', async () => {
  const carl = await world.person('carl@example.com', 'Carl')
  const emails = [{ email: 'carl@example.com', role: 'create' }]
  await made('inviteUsersToOrganization', {}, { emails })
  const { body } = await translation()
  const { id: translationId } = await made('createTranslation', {}, body)
  const { result } = await ran(translationId, 1)
  const asCarl = async (id: string, sent?: object) =>
    (await api.send(id, carl.token, { params: { organizationId, translationId }, body: sent })).status
  expect(await asCarl('updateTranslation', { instructions: words('be brief') })).toBe(200)
  await made('updateSpaceById', { spaceId: result.space }, { defaultLevel: 'read' })
  expect(await asCarl('getTranslation')).toBe(200)
  expect(await asCarl('updateTranslation', { instructions: words('say that everything is free') })).toBe(403)
  expect(await asCarl('runTranslation')).toBe(403)
  expect(await asCarl('deleteTranslation')).toBe(403)
})

test('a translation stops once whoever created it may not read its source, until somebody who may runs it', async () => {
  const carl = await world.person('carla@example.com', 'Carla')
  await made('inviteUsersToOrganization', {}, { emails: [{ email: 'carla@example.com', role: 'create' }] })
  const { spaceId, body } = await translation()
  await change(spaceId, [page('Plain', 'Seen by all.')])
  const asCarla = async (id: string, more: { params?: object; body?: object } = {}) =>
    api.made(id, carl.token, { ...more, params: { organizationId, ...more.params } })
  const { id: translationId } = await asCarla('createTranslation', { body })
  const { result } = await ran(translationId, 1)
  await made('updateSpaceById', { spaceId }, { defaultLevel: null })
  const [secret = ''] = await change(spaceId, [page('Secret', 'Not for Carla.')])
  let found = await read(translationId)
  while (!found.failure?.reason) {
    await settled(systemOf(world))
    found = await read(translationId)
  }
  expect(found).toMatchObject({ status: 'completed', failure: { attempts: 1, reason: expect.any(String) } })
  const inResult = { params: { spaceId: result.space, pageId: secret } }
  expect((await api.send('getPageById', carl.token, inResult)).status).toBe(404)
  expect(asked.some(({ user }) => user.includes('Not for Carla.'))).toBe(false)
  await made('runTranslation', { translationId })
  expect((await ran(translationId, 2)).failure).toBeUndefined()
  expect((await textOf(result.space, secret)).markdown).toBe('NOT FOR CARLA.')
})
