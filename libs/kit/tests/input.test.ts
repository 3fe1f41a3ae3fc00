import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { principalHeader } from '../src/index.ts'
import { ownerOperations, type Pair, principalFor, startPair } from './support/pair.ts'

let pair: Pair

beforeAll(async () => {
  pair = await startPair()
  for (let n = 0; n < 5; n += 1) await pair.owner.call(createThing, { body: { title: `thing ${n}` } })
})
afterAll(() => pair.stop())

const { listThings, listOthers, createThing, createThings, sendForm } = ownerOperations
const count = async () => (await pair.ownerSql().selectFrom('thing').select('id').execute()).length
const list = (query: string, as = 'ada', operation: typeof listThings | typeof listOthers = listThings) =>
  pair.owner.call(operation, { query, as })
const send: Pair['owner']['call'] = (operation, options) => pair.owner.call(operation, options)
const create = (body: unknown, headers: Record<string, string> = {}) => pair.owner.call(createThing, { body, headers })

afterEach(async () => {
  expect(await count()).toBe(5)
})

test('cursors lead through a list whole and in order', async () => {
  const first = await list('?limit=2')
  const second = await list(`?limit=2&page=${first.body.next.page}`)
  const third = await list(`?limit=2&page=${second.body.next.page}`)
  const titles = [first, second, third].flatMap(({ body }) => body.items.map((item: { title: string }) => item.title))
  expect(titles).toEqual(['thing 0', 'thing 1', 'thing 2', 'thing 3', 'thing 4'])
  expect(third.body).not.toHaveProperty('next')
})

test('a cursor that was changed, is of another list, query or caller, is refused as query.page', async () => {
  const { page } = (await list('?limit=2')).body.next
  const [payload = '', signature = ''] = page.split('.')
  const other = Buffer.from(JSON.stringify([['0'], null])).toString('base64url')
  const answers = [
    ...[
      `${page}x`,
      `x${page}`,
      `${page}.`,
      `${page}%3D`,
      payload,
      `${other}.${signature}`,
      `${payload}.`,
      'x',
      '.',
    ].map((one) => list(`?limit=2&page=${one}`)),
    list(`?limit=2&title=x&page=${page}`),
    list(`?limit=2&page=${page}`, 'bob'),
    list(`?limit=2&page=${page}`, 'ada', listOthers),
    list('?page='),
  ]
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(/^query\.page: /) })
  }
})

test.each(['0', '-1', '1001', 'abc', '1.5', '', '1e9', '%00'])('limit=%s is refused as query.limit', async (limit) => {
  expect(await list(`?limit=${limit}`)).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^query\.limit: /),
  })
})

test('parameters named like parts of every object change nothing', async () => {
  expect((await list('?constructor=1&toString=2&hasOwnProperty=3')).status).toBe(200)
  expect((await list('?__proto__=1')).status).toBe(400)
})

test.each<[string, unknown, number, RegExp]>([
  ['broken JSON', '{"title":', 400, /^body: /],
  ['text that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, /^body: /],
  ['a list for an object', [], 400, /^body: /],
  ['null', 'null', 400, /^body: /],
  ['nothing', undefined, 400, /^body\.title: /],
  ['a number for text', { title: 7 }, 400, /^body\.title: /],
  ['an unknown value', { title: 'x', size: 'huge' }, 400, /^body\.size: /],
  ['a wrong type inside', { title: 'x', parts: [{ name: 'a' }, { name: {} }] }, 400, /^body\.parts\.1\.name: /],
  ['text that is too long', { title: 'x'.repeat(101) }, 400, /^body\.title: /],
  ['a thousand levels', `{"title":"x","parts":${'['.repeat(1000)}${']'.repeat(1000)}}`, 400, /^body: .*deeper/],
  ['half a million levels', '['.repeat(400_000), 400, /^body: /],
  ['__proto__', '{"title":"x","__proto__":{"admin":true}}', 400, /^body\.__proto__: /],
  ['__proto__ inside', '{"title":"x","parts":[{"__proto__":{}}]}', 400, /^body\.parts\.0\.__proto__: /],
  ['NUL', { title: 'a\0b' }, 400, /^body\.title: .*NUL/],
  ['NUL in a name', { title: 'x', 'a\0b': 1 }, 400, /^body: .*NUL/],
  ['half a surrogate pair', '{"title":"\\ud800"}', 400, /^body\.title: .*Unicode/],
])('a body with %s is refused by name and writes nothing', async (_, body, status, message) => {
  const answer = await create(body)
  expect({ status: answer.status, message: answer.message }).toEqual({
    status,
    message: expect.stringMatching(message),
  })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data'])(
  'a body of type %s is refused with 415',
  async (type) => {
    expect((await create('{"title":"x"}', { 'content-type': type })).status).toBe(415)
  },
)

test.each([
  ['small objects', '{}'],
  ['small lists', '[]'],
  ['numbers', '1'],
  ['texts', '""'],
])('a list of half a million %s is refused by its name, without parsing it', async (_, item) => {
  const body = `{"title":"x","size":"}{[,","parts":[${Array.from({ length: 500_000 }, () => item).join(',')}`
  expect(await send(createThings, { body })).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^body\.parts: holds more than/),
  })
})

test('a long text is one value, whatever characters it is made of', async () => {
  const body = { count: 0, text: '{[,":\\}]'.repeat(100_000) }
  expect((await send(createThings, { body })).status).toBe(204)
})

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

test('a form is read as it was sent; a key given twice is refused by its name', async () => {
  const form = (body: string) => send(sendForm, { body, headers: formType })
  expect(await form('title=a%26b+%C3%A9')).toMatchObject({ status: 200, body: { title: 'a&b é' } })
  expect(await form('title=a&title=b')).toMatchObject({ status: 400, message: 'body.title: must be given once' })
  expect(await form('title=a&other=1&other=1')).toMatchObject({
    status: 400,
    message: 'body.other: must be given once',
  })
  expect((await form('__proto__=a')).message).toMatch(/^body\.__proto__: /)
})

test('a form or a query of a hundred thousand values is refused without parsing it', async () => {
  const parse = jest.spyOn(URLSearchParams.prototype, Symbol.iterator)
  expect(await send(sendForm, { body: 'a&'.repeat(100_000), headers: formType })).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^body: holds more than/),
  })
  expect(await list(`?${'a&'.repeat(5000)}`)).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^query: holds more than/),
  })
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
})

const megabyte = 1024 * 1024

test.each(['announced', 'chunked'])(
  'a body over 1 MB, %s, is refused with 413, and the connection still answers',
  async (how) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = {
      [principalHeader]: principalFor(pair.configs.owner, createThing, {}),
      'content-type': 'application/json',
    }
    const post = async (body: string, length: Record<string, string | number>) => {
      const request = httpRequest({
        agent,
        port: pair.running.owner.port,
        path: '/v1/things',
        method: 'POST',
        headers: { ...headers, ...length },
      })
      request.end(body)
      const [response] = await once(request, 'response')
      return { status: response.statusCode, body: JSON.parse(await text(response)), reused: request.reusedSocket }
    }
    const large = JSON.stringify({ title: 'x'.repeat(megabyte) })
    const refused = await post(
      large,
      how === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': large.length },
    )
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 413 } } })
    const small = JSON.stringify({ title: '' })
    expect(await post(small, { 'content-length': small.length })).toMatchObject({ status: 400 })
    agent.destroy()
  },
)

test.each(['Content-Length: 3000000', 'Transfer-Encoding: chunked'])(
  'somebody without access is refused before their large body is read, and the connection ends (%s)',
  async (length) => {
    pair.hooks.owner.barred.add('eve')
    const socket = connect(pair.running.owner.port, '127.0.0.1')
    const token = principalFor(pair.configs.owner, createThings, { as: 'eve' })
    socket.write(`POST /v1/many-things HTTP/1.1\r\nHost: x\r\n${principalHeader}: ${token}\r\n${length}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /)
    await once(socket, 'close')
  },
)

test('a client that goes on sending after its refusal loses the connection', async () => {
  const socket = connect(pair.running.owner.port, '127.0.0.1')
  const token = principalFor(pair.configs.owner, createThing, {})
  socket.write(
    `POST /v1/things HTTP/1.1\r\nHost: x\r\n${principalHeader}: ${token}\r\nContent-Length: 50000000\r\n\r\n{"a`,
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  await once(socket, 'close')
})

test('a path that is no path, and a parameter with NUL, are refused', async () => {
  for (const thingId of ['%00', 'x'.repeat(3000), '%ff', '%']) {
    const response = await fetch(`http://127.0.0.1:${pair.running.owner.port}/v1/things/${thingId}`, {
      method: 'DELETE',
      headers: {
        [principalHeader]: principalFor(
          pair.configs.owner,
          ownerOperations.removeThing,
          {},
          { path: `/v1/things/${thingId}` },
        ),
      },
    })
    expect([400, 404]).toContain(response.status)
  }
})

test('a bug is a 500 that tells the request id and nothing else; this process hears the cause', async () => {
  const causes: unknown[] = []
  const note = (cause: unknown) => causes.push(cause)
  subscribe('quire:request-failed', note)
  const { status, message, headers } = await pair.owner.call(ownerOperations.break)
  unsubscribe('quire:request-failed', note)
  const requestId = headers.get('x-request-id')
  expect(status).toBe(500)
  expect(message).toContain(requestId)
  expect(message).not.toMatch(/secret detail|TypeError|at /)
  expect(causes).toEqual([{ requestId, error: expect.objectContaining({ message: expect.any(String) }) }])
})
