import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { loadConfig } from '@quire/kit'
import { openChat } from '../../src/model/chat.ts'
import { checkTogether, ModelConfig } from '../../src/model/config.ts'
import { begin, chunk, type Endpoint, fails, says, startEndpoint } from './endpoint.fixture.ts'

let endpoint: Endpoint
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.stop())

/** Asks a new chat; returns the answer or the reason of the failure. */
function chat(env: NodeJS.ProcessEnv = {}, apiKey?: string) {
  const config = loadConfig(ModelConfig, { AI_FIRST_TOKEN_TIMEOUT_MS: '20000', AI_RETRIES: '0', ...env })
  const { write } = openChat({ baseUrl: endpoint.url, apiKey }, 'small', config)
  return async (signal = new AbortController().signal) => {
    let text = ''
    try {
      for await (const piece of write({ system: 'Be kind.', user: 'Who?' }, signal)) text += piece
      return text
    } catch (error) {
      const { reason, message } = Object(error)
      expect(message).not.toMatch(/secret|Who/)
      return reason
    }
  }
}

test('without a key none is sent, and a limit is sent by the name that the model knows', async () => {
  const refusal = JSON.stringify({ error: { message: 'no', param: 'max_tokens', code: 'unsupported_parameter' } })
  endpoint.answer(({ response }) => response.writeHead(400).end(refusal), says('Me.'))
  const ask = chat({ AI_MAX_OUTPUT_TOKENS: '16' })
  expect([await ask(), await ask()]).toEqual(['Me.', 'Me.'])
  expect(endpoint.requests.map(({ body }) => body)).toEqual([
    expect.objectContaining({ max_tokens: 16 }),
    expect.objectContaining({ max_completion_tokens: 16 }),
    expect.objectContaining({ max_completion_tokens: 16 }),
  ])
  expect(endpoint.requests[0]?.headers.authorization).toBeUndefined()
})

/** Milliseconds after which an endpoint is late: long enough for a request to arrive where the processors are busy. */
const lateMs = '500'

test.each([
  ['does not begin', () => undefined, { AI_FIRST_TOKEN_TIMEOUT_MS: lateMs }],
  ['begins with headers alone', begin, { AI_FIRST_TOKEN_TIMEOUT_MS: lateMs }],
  [
    'asks to be left alone for longer',
    fails(429, { 'retry-after': '30' }),
    { AI_FIRST_TOKEN_TIMEOUT_MS: lateMs, AI_RETRIES: '2' },
  ],
  ['never ends', says('So'), { AI_TIMEOUT_MS: lateMs }],
] as [string, Parameters<Endpoint['answer']>[0], NodeJS.ProcessEnv][])(
  'an endpoint that %s is late, and its request ends',
  async (title, answer, env) => {
    endpoint.answer(title === 'never ends' ? neverEnds : answer)
    expect(await chat(env)()).toBe('late')
    await endpoint.requests[0]?.closed
    expect(endpoint.requests.length).toBe(1)
  },
)

function neverEnds(request: Parameters<typeof begin>[0]) {
  begin(request)
  const timer = setInterval(() => request.response.write(chunk('So')), 5)
  void request.closed.then(() => clearInterval(timer))
}

test('an endpoint that fails again and again is left alone for a while; a question that it refuses says nothing of it', async () => {
  endpoint.answer(fails(400))
  const ask = chat()
  const refused = await Promise.all(Array.from({ length: 6 }, () => ask()))
  expect(refused).toEqual(Array(6).fill('refused'))
  endpoint.answer(fails(401))
  for (let failures = 0; failures < 4; failures += 1) expect(await ask()).toBe('refused')
  expect(await ask()).toBe('paused')
  expect(endpoint.requests.length).toBe(4)
})

test('a request whose caller leaves while it waits to be sent again is not sent again', async () => {
  const disconnected = new AbortController()
  endpoint.answer((request) => {
    fails(429, { 'retry-after': '10' })(request)
    void request.closed.then(() => disconnected.abort())
  })
  expect(await chat({ AI_RETRIES: '2' })(disconnected.signal)).toBeUndefined()
  expect(endpoint.requests.length).toBe(1)
})

test.each([
  [{ AI_MODEL: 'small' }, 'AI_BASE_URL: must be set where AI_MODEL is'],
  [{ AI_BASE_URL: 'https://models.example/v1' }, 'AI_MODEL: must be set, or AI_EMBEDDING_MODEL, where AI_BASE_URL is'],
  [{ AI_EMBEDDING_MODEL: 'm' }, 'AI_BASE_URL: must be set where AI_EMBEDDING_MODEL is'],
  [{ AI_API_KEY: 'k' }, 'AI_BASE_URL: must be set'],
  [{ AI_BASE_URL: 'ftp://models.example', AI_MODEL: 'm' }, 'AI_BASE_URL: must be an address with http:// or https://'],
  [{ AI_BASE_URL: 'https://me:secret@models.example', AI_MODEL: 'm' }, 'AI_BASE_URL: must have no user name'],
  [{ AI_CONCURRENCY: '0' }, 'AI_CONCURRENCY: must be at least 1 (it is "0")'],
])('a process does not start with %j', (env, message) => {
  expect(() => loadConfig(ModelConfig.superRefine(checkTogether), env)).toThrow(message)
})
