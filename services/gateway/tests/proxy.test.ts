import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { RunningGateway } from '../src/app.ts'
import { openWorld, send, type World } from './world.ts'

let world: World
let gateway: RunningGateway
let token: string

beforeAll(async () => {
  world = await openWorld()
  gateway = await world.gateway({ PROXY_TIMEOUT_MS: '200' })
  token = world.token('ada')
})
afterAll(() => world.close())

/** Opens a stream of which the test controls both ends. */
async function openStream(at: RunningGateway) {
  const opened = once(world.owner.streams, 'open')
  const headers = { authorization: `Bearer ${token}` }
  const request: ClientRequest = httpRequest({ host: '127.0.0.1', port: at.port, path: '/v1/stream', headers }).end()
  const [[reader], [writer]] = await Promise.all([once(request, 'response'), opened])
  return { request, reader: reader as IncomingMessage, writer: writer as ServerResponse }
}

test('events of a stream arrive one by one, as they are written, and silence does not end it', async () => {
  const { reader, writer } = await openStream(gateway)
  expect(reader.headers['content-type']).toBe('text/event-stream')
  for (const event of ['data: {"a":1}\n\n', 'data: {"b":"é"}\n\n']) {
    const arrived = once(reader, 'data')
    writer.write(event)
    expect(String((await arrived)[0])).toBe(event)
  }
  // Longer than the timeout of other requests.
  await send(gateway, '/v1/silent', { token })
  const ended = once(reader, 'end')
  writer.end('event: done\ndata: {}\n\n')
  reader.resume()
  await ended
})

test('a service learns that the reader of its stream went away', async () => {
  const { request } = await openStream(gateway)
  const closed = once(world.owner.streams, 'closed')
  request.destroy()
  await closed
})

test('a client that goes away before the answer ends the request at the service', async () => {
  const patient = await world.gateway()
  const arrived = once(world.owner.silent, 'request')
  const headers = { authorization: `Bearer ${token}` }
  const request = httpRequest({ host: '127.0.0.1', port: patient.port, path: '/v1/silent', headers }).end()
  request.once('error', () => undefined)
  const [response] = await arrived
  const closed = once(response, 'close')
  request.destroy()
  await closed
})

test.each([
  'Content-Length: 900000\r\n\r\n{"a":"',
  `Transfer-Encoding: chunked\r\n\r\n${'10000\r\n'.concat('x'.repeat(65536), '\r\n').repeat(40)}`,
])('a refused body is answered while the client still sends (%#)', async (rest) => {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(`POST /v1/refuse HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${rest}`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  expect(String(answer)).toContain('The body is too large.')
  socket.destroy()
})

test('bodies arrive whole, chunked or not, whatever the method', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(200_000) })
  for (const framing of ['transfer-encoding', 'content-length']) {
    const headers = { [framing]: framing === 'content-length' ? String(body.length) : 'chunked' }
    const written = await send(gateway, '/v1/write', { method: 'POST', token, body, headers })
    expect([written.status, written.json]).toMatchObject([201, { received: body.length }])
    const removed = await send(gateway, '/v1/echo/1', { method: 'DELETE', token, body, headers })
    expect([removed.status, removed.headers['x-received']]).toEqual([205, String(body.length)])
  }
})

test('an answer without a body stays without one', async () => {
  const { status, text, headers } = await send(gateway, '/v1/echo/1', { method: 'DELETE', token })
  expect([status, text, headers['x-received']]).toEqual([205, '', '0'])
})

test.each([
  ['/v1/away', 503],
  ['/v1/silent', 504],
  ['/v1/broken', 502],
])('a service that fails at %s becomes a %i that tells neither host nor path', async (path, status) => {
  const reply = await send(gateway, path, { token })
  expect(reply.status).toBe(status)
  expect(reply.json).toEqual({ error: { code: status, message: expect.any(String) } })
  expect(reply.text).not.toMatch(/127\.0\.0\.1|localhost|\/v1\//)
  expect(reply.headers['retry-after']).toBe(status === 503 ? '1' : undefined)
})

test('an answer that breaks off in the middle breaks off for the client too', async () => {
  await expect(send(gateway, '/v1/cut', { token })).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('closing finishes what is under way, and soon takes nothing new', async () => {
  const closing = await world.gateway()
  const arrived = once(world.owner.silent, 'request')
  const waiting = send(closing, '/v1/silent', { token })
  const [response] = await arrived
  const closed = closing.close()
  // What arrives before the gateway accepts nothing more is answered.
  let refused: unknown
  while (!refused) refused = await send(closing, '/').then(() => undefined, Object)
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
  response.end('late')
  expect((await waiting).text).toBe('late')
  await closed
})

test('a gateway that stops ends its streams with an error event', async () => {
  const closing = await world.gateway({ SHUTDOWN_GRACE_MS: '500' })
  const { reader, writer } = await openStream(closing)
  writer.write('data: {"a":1}\n\n')
  let text = String((await once(reader, 'data'))[0])
  reader.on('data', (chunk) => {
    text += chunk
  })
  await Promise.all([once(world.owner.streams, 'closed'), once(reader, 'end'), closing.close()])
  const message = 'The gateway restarts: ask again.'
  expect(text).toBe(`data: {"a":1}\n\nevent: error\ndata: {"error":{"message":"${message}"}}\n\n`)
})

test('a stream that has not begun when the gateway stops is refused', async () => {
  const closing = await world.gateway({ SHUTDOWN_GRACE_MS: '500' })
  const arrived = once(world.owner.streams, 'asked')
  const waiting = send(closing, '/v1/stream?begins=never', { token })
  await arrived
  const closed = closing.close()
  expect(await waiting).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    json: { error: { message: 'The gateway restarts: ask again.' } },
  })
  await closed
})
