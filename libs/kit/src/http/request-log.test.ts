import { EventEmitter, once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { pino } from 'pino'
import { boundRefusals } from '../log.ts'
import { logRequest } from './server.ts'

const lines: Record<string, unknown>[] = []
const added = new EventEmitter()
const log = pino(
  { level: 'info', hooks: { logMethod: boundRefusals(50) } },
  {
    write(line: string) {
      lines.push(JSON.parse(line))
      added.emit('line')
    },
  },
)
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

test('a flood of refusals leaves a bounded number of lines, the last with the number of the others', async () => {
  for (let at = 0; at < 1254; at++) log.info({ status: 429, requestId: at }, 'request answered')
  for (const status of [500, 200]) for (let at = 0; at < 50; at++) log.info({ status }, 'request answered')
  while (!lines.some(({ more }) => more)) await once(added, 'line')
  expect(lines.filter(({ status }) => status === 429)).toHaveLength(21)
  expect(lines.filter(({ status }) => status !== 429)).toHaveLength(100)
  expect(lines.at(-1)).toMatchObject({ level: 30, status: 429, more: 1234, msg: 'request answered: and 1,234 more' })
})

test('probes are logged for debugging only, whatever they are answered', async () => {
  await send('/readyz')
  await send('/healthz?from=monitoring')
  expect(lines).toEqual([])
})
