import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { pino } from 'pino'
import { logRequest } from './server.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const closed: Promise<unknown>[] = []
const server = createServer((request, response) => {
  closed.push(once(response, 'close'))
  logRequest(log, request, response)
  if (request.url?.startsWith('/hang')) return void response.write('never ends')
  response.statusCode = request.url === '/broken' ? 500 : 200
  response.end()
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  lines.length = 0
  closed.length = 0
})

async function send(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo
  const request = get({ port, path, headers, agent: false })
  request.on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (path.startsWith('/hang')) request.destroy()
  else response.resume()
  await Promise.all(closed)
  return response
}

test('every request leaves one line with the id that its answer tells', async () => {
  const { headers } = await send('/v1/spaces/abc?query=secret')
  expect(lines).toEqual([
    expect.objectContaining({
      level: 30,
      requestId: headers['x-request-id'],
      method: 'GET',
      path: '/v1/spaces/abc',
      status: 200,
      ms: expect.any(Number),
      msg: 'request answered',
    }),
  ])
})

test('a usable id that a request comes with is kept, and another one is not', async () => {
  expect((await send('/', { 'x-request-id': 'from-outside.1' })).headers['x-request-id']).toBe('from-outside.1')
  expect((await send('/', { 'x-request-id': 'a b' })).headers['x-request-id']).not.toBe('a b')
  expect(lines.map(({ requestId }) => requestId)).toEqual(['from-outside.1', expect.not.stringContaining(' ')])
})

test('a failure is a warning, and a client that went away is told apart', async () => {
  await send('/broken')
  await send('/hang')
  expect(lines).toMatchObject([
    { level: 40, status: 500 },
    { level: 30, msg: 'the client went away' },
  ])
})

test('segments that may be secrets do not stand in the log', async () => {
  await send(`/v1/invites/${'s'.repeat(43)}/accept`)
  expect(lines).toMatchObject([{ path: '/v1/invites/…/accept' }])
})

test('probes are logged for debugging only', async () => {
  await send('/readyz')
  expect(lines).toEqual([])
})
