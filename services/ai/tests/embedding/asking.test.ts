import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { fails } from '../model/endpoint.fixture.ts'
import { embeds, startEmbeddingWorld, toyVector } from './embedding.fixture.ts'

type EmbeddingWorld = Awaited<ReturnType<typeof startEmbeddingWorld>>
let world: EmbeddingWorld
/** A world with a short timeout for the endpoint. */
let impatient: EmbeddingWorld

const pages = {
  log: { title: 'The log of the morning', markdown: 'In the morning people write the log: morning by morning.' },
  deck: { title: 'People on deck', markdown: 'In the morning people wash the deck. The morning is cold.' },
  fish: { title: 'The market', markdown: 'People buy fish in the morning, and bread.' },
  bell: { title: 'Bells', markdown: 'The bell rings for people in the morning.' },
  key: { title: 'Authentication', markdown: 'Intro.\n\n## Credentials\n\nMost people authenticate with credentials.' },
}
const question = 'How do people log on in the morning?'

beforeAll(async () => {
  ;[world, impatient] = await Promise.all([
    startEmbeddingWorld({ AI_EMBEDDING_TIMEOUT_MS: '60000' }),
    startEmbeddingWorld({ AI_EMBEDDING_TIMEOUT_MS: '100' }),
  ])
  await Promise.all([world.embed('manual', pages), impatient.embed('manual', pages)])
})
afterAll(() => Promise.all([world.stop(), impatient.stop()]))

test('a question in other words names the page that means what is asked', async () => {
  world.endpoint.answer(fails(500))
  expect(await world.cited(question)).not.toContain('key')
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
] as [string, Parameters<EmbeddingWorld['endpoint']['answer']>[0]][])(
  'where the endpoint %s, words alone answer',
  async (_, answer) => {
    world.endpoint.answer(answer)
    const byWords = await world.cited(question)
    expect([byWords[0], byWords.includes('key')]).toEqual(['log', false])
    expect(world.sent()).toEqual([question])
    // None of these failures may open the circuit.
    world.endpoint.answer(embeds())
    expect(await world.cited(question)).toContain('key')
  },
)

test('the request ends when whoever asked leaves', async () => {
  world.endpoint.answer(() => undefined)
  const disconnected = new AbortController()
  const query = { query: question }
  const stream = world.send('streamAskInOrganization', { query, signal: disconnected.signal })
  const left = expect(stream).rejects.toMatchObject({ name: 'AbortError' })
  const { closed } = await world.endpoint.next()
  disconnected.abort()
  await Promise.all([left, closed])
})

test('an endpoint that is slow or fails is left alone after some failures, and words alone answer', async () => {
  const { endpoint, test } = impatient
  endpoint.answer(() => undefined, fails(503))
  for (let asked = 0; asked < 6; asked += 1) expect(await impatient.cited(question)).not.toContain('key')
  expect(endpoint.requests.length).toBe(4)
  const metrics = await (await fetch(`http://127.0.0.1:${test.service.port}/metrics`)).text()
  expect(metrics).toMatch(/quire_embedded_questions_total\{outcome="late",service="ai"\} [1-4]/)
  expect(metrics).toContain('quire_embedded_questions_total{outcome="paused",service="ai"} 2')
  expect(metrics).toContain('quire_embedding_spaces{state="embedded",service="ai"} 1')
})

test('what somebody may not read is not found by its meaning, whoever else has the same text', async () => {
  world.endpoint.answer(embeds())
  const { key } = pages
  await world.embed(
    'secret',
    { hidden: key, own: { title: 'Morning', markdown: 'People sign in by the sea.' } },
    { defaultLevel: null },
  )
  // The text that both spaces contain was not sent again.
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
  expect(await world.cited(query)).toEqual([])
})

test('a page that changed is found by its words until its new text has a vector', async () => {
  expect(toyVector(pages.bell.markdown)[0]).toBe(0)
  world.endpoint.answer(embeds())
  const bell = { title: 'Bells', markdown: 'People in the morning sign in with the bell.' }
  await world.embed('manual', { ...pages, bell })
  expect(world.sent()).toEqual([`Bells\n\n${bell.markdown}`])
  expect(await world.cited(question)).toContain('bell')
})
