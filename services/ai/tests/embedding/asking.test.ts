import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { fails } from '../model/endpoint.fixture.ts'
import { startWorld, type World } from '../world.ts'
import { embeds, startEmbeddingWorld, toyVector } from './embedding.fixture.ts'

type EmbeddingWorld = Awaited<ReturnType<typeof startEmbeddingWorld>>
let world: EmbeddingWorld
let plain: World

const pages = {
  log: { title: 'The log of the morning', markdown: 'In the morning people write the log: morning by morning.' },
  deck: { title: 'People on deck', markdown: 'In the morning people wash the deck. The morning is cold.' },
  fish: { title: 'The market', markdown: 'People buy fish in the morning, and bread.' },
  bell: { title: 'Bells', markdown: 'The bell rings for people in the morning.' },
  key: { title: 'Authentication', markdown: 'Intro.\n\n## Credentials\n\nMost people authenticate with credentials.' },
}
const question = 'How do people log on in the morning?'

beforeAll(async () => {
  ;[world, plain] = await Promise.all([startEmbeddingWorld({ AI_EMBEDDING_TIMEOUT_MS: '300' }), startWorld()])
  await Promise.all([world.embed('manual', pages), plain.publish('manual', pages)])
})
afterAll(() => Promise.all([world.stop(), plain.stop()]))

test('a question in other words names the page that means what is asked', async () => {
  expect(await plain.cited(question)).not.toContain('key')
  world.endpoint.answer(embeds())
  expect(await world.cited(question)).toContain('key')
  expect(world.sent()).toEqual([question])
  const { headers, url, body } = world.endpoint.requests[0] ?? {}
  expect([url, headers?.authorization, body?.model]).toEqual(['/v1/embeddings', 'Bearer sk-key', 'toy'])
})

test.each([
  ['fails', fails(500)],
  ['asks to be left alone', fails(429, { 'retry-after': '30' })],
  ['answers something else', ({ response }) => response.end('<html>')],
  ['has another number of dimensions', embeds(() => [1, 2])],
  ['does not answer', () => undefined],
] as [string, Parameters<EmbeddingWorld['endpoint']['answer']>[0]][])(
  'where the endpoint %s, words alone answer',
  async (_, answer) => {
    world.endpoint.answer(answer)
    expect(await world.cited(question)).toEqual(await plain.cited(question))
    expect(world.sent()).toEqual([question])
    // None of these failures may pause the next one.
    world.endpoint.answer(embeds())
    expect(await world.cited(question)).toContain('key')
  },
)

test('an endpoint that fails again and again is left alone, and nobody waits for it', async () => {
  const other = await startEmbeddingWorld()
  await other.embed('manual', pages)
  other.endpoint.answer(fails(503))
  for (let asked = 0; asked < 6; asked += 1) expect(await other.cited(question)).not.toContain('key')
  expect(other.endpoint.requests.length).toBe(4)
  const metrics = await (await fetch(`http://127.0.0.1:${other.test.service.port}/metrics`)).text()
  expect(metrics).toMatch(/quire_embedded_questions_total\{outcome="overloaded",service="ai"\} 4/)
  expect(metrics).toMatch(/quire_embedded_questions_total\{outcome="paused",service="ai"\} 2/)
  expect(metrics).toMatch(/quire_embedding_spaces\{state="embedded",service="ai"\} 1/)
  await other.stop()
})

test('the request ends when whoever asked leaves', async () => {
  const unhurried = await startEmbeddingWorld({ AI_EMBEDDING_TIMEOUT_MS: '60000' })
  await unhurried.embed('manual', pages)
  unhurried.endpoint.answer(() => undefined)
  const leaving = new AbortController()
  const query = { query: question }
  const stream = unhurried.send('streamAskInOrganization', { query, signal: leaving.signal })
  const left = expect(stream).rejects.toMatchObject({ name: 'AbortError' })
  const { closed } = await unhurried.endpoint.next()
  leaving.abort()
  await Promise.all([left, closed])
  await unhurried.stop()
})

test('what somebody may not read is not found by its meaning, whoever else has the same text', async () => {
  world.endpoint.answer(embeds())
  const { key } = pages
  await world.embed(
    'secret',
    { hidden: key, own: { title: 'Morning', markdown: 'People sign in by the sea.' } },
    { defaultLevel: null },
  )
  // The text that both spaces have was not sent again.
  expect(world.sent()).toEqual(['Morning\n\nPeople sign in by the sea.'])
  for (const page of ['hidden', 'own']) expect(await world.cited(question)).not.toContain(page)
  const byAdmin = await Promise.all([world.cited(question, 'ada'), world.cited('Who may sign in by the sea?', 'ada')])
  expect(byAdmin.flat()).toEqual(expect.arrayContaining(['own']))
  expect((await world.send('askInOrganization', { as: 'gus', body: { query: question } })).body.answer.sources).toEqual(
    [],
  )
})

test('a question about a thing that no page names is declined, whatever means something alike', async () => {
  const query = 'How do people log on to the zygomorph?'
  for (const one of [world, plain]) expect(await one.cited(query)).toEqual([])
})

test('a page that changed is found by its words until its new text has a vector', async () => {
  expect(toyVector(pages.bell.markdown)[0]).toBe(0)
  world.endpoint.answer(embeds())
  const bell = { title: 'Bells', markdown: 'People in the morning sign in with the bell.' }
  await world.embed('manual', { ...pages, bell })
  expect(world.sent()).toEqual([`Bells\n\n${bell.markdown}`])
  expect(await world.cited(question)).toContain('bell')
})
