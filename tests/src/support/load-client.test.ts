import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { createClient, seededRandom } from './load-client.ts'
import { createTally } from './tally.ts'
import { createWriteLog } from './write-log.ts'

test('a client notes each answer of 5xx that does not say when to try again, each request without an answer, and nothing else', async () => {
  await using server = createServer((request, response) => {
    if (request.url === '/v1/broken') return void request.socket.destroy()
    const [, status, retryAfter] = /(\d+)(?:\/after\/(\d+))?$/.exec(request.url ?? '') ?? []
    response.writeHead(Number(status), retryAfter ? { 'retry-after': retryAfter } : {}).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const counting = createTally()
  const system = { url, better: async () => undefined }
  const parts = { system, counting, writeLog: createWriteLog(), random: seededRandom(1) }
  const client = createClient({ id: 'ada', token: 'token', email: 'ada@example.com' }, parts)
  for (const path of ['/200', '/404', '/502', '/503', '/503/after/5', '/504']) await client.send('GET', path)
  await client.write('POST', '/500')
  await client.write('POST', '/broken')
  expect(counting.tally.failures.map(({ what }) => what)).toEqual([
    'GET /v1/502 502',
    'GET /v1/503 503',
    'GET /v1/504 504',
    'POST /v1/500 500',
    'POST /v1/broken had no answer: UND_ERR_SOCKET',
  ])
})
