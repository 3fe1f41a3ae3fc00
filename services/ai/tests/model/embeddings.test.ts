import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openEmbeddings } from '../../src/model/embeddings.ts'
import { type Endpoint, fails, startEndpoint } from './endpoint.fixture.ts'

let endpoint: Endpoint
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.stop())

const open = (timeoutMs = 20_000) =>
  openEmbeddings({ baseUrl: endpoint.url, apiKey: 'k' }, 'small', { retries: 1, timeoutMs, maxTokens: 2000 })
const { signal } = new AbortController()

type Answer = Parameters<Endpoint['answer']>[0]
const gives =
  (data: (input: string[]) => unknown): Answer =>
  ({ body, response }) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: data(body.input ?? []) }))
  }
/** Answers with vectors that encode the length of each text, the last one first. */
const vectors = gives((input) =>
  input.map((text, index) => ({ index, embedding: [3 * text.length, 4 * text.length] })).reverse(),
)

test('each text has its vector, of length 1, over as many requests as it takes; long texts are cut', async () => {
  endpoint.answer(vectors)
  const texts = Array.from({ length: 70 }, (_, index) => 'é'.repeat(index === 3 ? 10_000 : index))
  const found = await open().embed(texts, signal)
  expect(found.length).toBe(70)
  for (const vector of found) expect([...vector]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)])
  expect(endpoint.requests.map(({ body }) => body.input?.length)).toEqual([64, 6])
  const [first] = endpoint.requests
  expect([first?.url, first?.body.model, first?.headers.authorization]).toEqual(['/v1/embeddings', 'small', 'Bearer k'])
  expect(first?.body.input?.[3]).toHaveLength(3000)
  expect(first?.body.input?.[0]).toBe(' ')
})

test.each([
  ['one too few', gives((input) => input.slice(1).map((_, index) => ({ index, embedding: [1] })))],
  ['one twice', gives((input) => input.map(() => ({ index: 0, embedding: [1] })))],
  ['different dimensions', gives((input) => input.map((_, index) => ({ index, embedding: Array(index + 1).fill(1) })))],
  ['nothing but zeros', gives((input) => input.map((_, index) => ({ index, embedding: [0, 0] })))],
  ['text', gives(() => 'secret')],
] as [string, Answer][])('vectors that cannot be right are a failure: %s', async (_, answer) => {
  endpoint.answer(answer)
  const failing = open().embed(['a', 'b'], signal)
  await expect(failing).rejects.toMatchObject({ reason: 'broken', message: expect.not.stringContaining('secret') })
})

test('a request that fails is sent again, has a deadline, and ends when its caller leaves', async () => {
  endpoint.answer(fails(500, { 'retry-after-ms': '1' }), vectors)
  expect(await open().embed(['a'], signal)).toHaveLength(1)
  endpoint.answer(() => undefined)
  await expect(open(20).embed(['a'], signal)).rejects.toMatchObject({ reason: 'late' })
  await endpoint.requests[0]?.closed
  const disconnected = new AbortController()
  const left = expect(open().embed(['a'], disconnected.signal)).rejects.toMatchObject({ name: 'AbortError' })
  const { closed } = await endpoint.next()
  disconnected.abort()
  await Promise.all([left, closed])
})
