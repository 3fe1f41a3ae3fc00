import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { forbidden } from '../src/index.ts'
import { ownerOperations, type Pair, startPair } from './support/pair.ts'

let pair: Pair

beforeEach(async () => {
  pair = await startPair()
})
afterEach(() => pair.stop())

const { createThing, renameTwo, follow, wait } = ownerOperations
const create = async (title: string): Promise<string> =>
  (await pair.owner.call(createThing, { body: { title } })).body.id

test('two writes that lock each other out both succeed in the end, each once', async () => {
  const [first, second] = [await create('a'), await create('b')]
  let waiting = 0
  const { promise: both, resolve } = Promise.withResolvers<void>()
  pair.hooks.owner.pause = () => {
    waiting += 1
    if (waiting === 2) resolve()
    return both
  }
  const answers = await Promise.all([
    pair.owner.call(renameTwo, { body: { first, second, title: 'one way' } }),
    pair.owner.call(renameTwo, { body: { first: second, second: first, title: 'other way' } }),
  ])
  expect(answers.map((one) => one.status)).toEqual([204, 204])
  // A third run of a handler shows that the database broke a deadlock; the one that starts again may meet another.
  expect(waiting).toBeGreaterThanOrEqual(3)
  const rows = await pair.ownerSql().selectFrom('thing').select('version').execute()
  expect(rows).toEqual([{ version: 3 }, { version: 3 }])
  const events = await pair.ownerSql().selectFrom('outbox').select('id').execute()
  expect(events).toHaveLength(6)
})

const eventsOf = (body: string) => body.split('\n\n').filter((event) => event !== '')

test('a stream is whole events, one object a data line, and says that it is done', async () => {
  pair.hooks.owner.events = async function* () {
    yield { text: 'line\nbreak' }
    yield { text: 'naïve 漢字' }
  }
  const response = await pair.owner.send(follow)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(eventsOf(await response.text())).toEqual([
    'data: {"text":"line\\nbreak"}',
    'data: {"text":"naïve 漢字"}',
    'event: done\ndata: {}',
  ])
})

test('a stream that breaks off says so in an event and leaks nothing', async () => {
  pair.hooks.owner.events = async function* () {
    yield { text: 'begun' }
    throw new TypeError('a secret detail')
  }
  const events = eventsOf(await (await pair.owner.send(follow)).text())
  expect(events).toEqual([
    'data: {"text":"begun"}',
    expect.stringMatching(/^event: error\ndata: \{"error":\{"message":"/),
  ])
  expect(events.join()).not.toContain('secret')
})

test('a stream that is refused before its first event is an ordinary refusal', async () => {
  // biome-ignore lint/correctness/useYield: it ends before it could yield
  pair.hooks.owner.events = async function* () {
    throw forbidden('Not for you.')
  }
  expect(await pair.owner.call(follow)).toMatchObject({ status: 403, message: 'Not for you.' })
})

test.each([0, 1])('a client that goes away after %i events ends the stream behind them', async (seen) => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  pair.hooks.owner.events = async function* (signal) {
    try {
      for (let n = 0; n < seen; n += 1) yield { text: 'seen' }
      begin()
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      yield { text: 'unseen' }
    } finally {
      end()
    }
  }
  const client = new AbortController()
  const response = pair.owner.send(follow, { signal: client.signal }).then((one) => one.text())
  response.catch(() => undefined)
  await begun
  client.abort()
  await ended
  await expect(response).rejects.toMatchObject({ name: 'AbortError' })
})

test('a service that is told to stop finishes the request under way, and soon takes no other', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  pair.hooks.owner.pause = () => {
    begin()
    return held
  }
  const underWay = pair.owner.call(wait)
  await begun
  pair.hooks.owner.pause = async () => {}
  const closed = pair.running.owner.close()
  // What arrives before the service accepts nothing more is answered.
  let refused: unknown
  while (!refused) refused = await pair.owner.call(wait).then(() => undefined, Object)
  expect(refused).toMatchObject({ message: 'fetch failed' })
  release()
  expect((await underWay).status).toBe(200)
  await closed
  pair.running.owner = await pair.startOwner()
})
