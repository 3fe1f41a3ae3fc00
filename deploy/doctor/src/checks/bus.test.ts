import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { createDatabase, dropDatabase, startNats, testBackends } from '@quire/embedded'
import { natsCredentials } from '@quire/kit'
import pg from 'pg'
import { foundBy, subjectOf } from '../subject.fixture.ts'
import { busCheck } from './bus.ts'

const mebibyte = 1024 ** 2
const database = `doctor_bus_${process.pid}`
const { postgresUrl } = testBackends()

let folder: string
let server: Awaited<ReturnType<typeof startNats>>
let nats: NatsConnection
let manager: JetStreamManager
let DATABASE_URL: string
let positions: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-bus-'))
  server = await startNats({ folder, maxFileBytes: 100 * mebibyte })
  nats = await connect({ servers: server.url, ...natsCredentials(server.url) })
  manager = await jetstreamManager(nats)
  DATABASE_URL = await createDatabase(postgresUrl, { name: database, password: 'doctor' })
  positions = new pg.Client({ connectionString: DATABASE_URL })
  await positions.connect()
  await positions.query('create table projector_position (stream text, sequence bigint)')
})
afterAll(async () => {
  await positions?.end()
  await nats?.close()
  await server?.stop()
  await dropDatabase(postgresUrl, database)
  await rm(folder, { recursive: true, force: true })
})

/** Everything but the version of the server. */
async function found(BUS_PREFIX: string, { url = server.url, database = DATABASE_URL } = {}): Promise<string[]> {
  const gateway = { NATS_URL: url, BUS_PREFIX }
  const lines = await foundBy(busCheck(subjectOf({ gateway, ai: { DATABASE_URL: database } })))
  return lines.filter((line) => !line.startsWith('fine: NATS'))
}

/** Makes a stream and its bucket, with one message; ai has read as far as `position`. */
async function stream(name: string, { maxBytes = 10 * mebibyte, payload = 'x', position = 1, isOther = false } = {}) {
  const { created } = await manager.streams.add({ name, subjects: [`${name}.>`], max_bytes: maxBytes })
  await manager.streams.add({ name: `KV_${name}_revocations`, subjects: [`$KV.${name}_revocations.>`] })
  await nats.request(`${name}.one`, payload)
  await positions.query('truncate projector_position')
  await positions.query('insert into projector_position values ($1, $2)', [isOther ? 'another' : created, position])
}

test('a bus that holds the stream, and whose readers keep up, is fine', async () => {
  await stream('works')
  expect(await found('works')).toEqual([
    'fine: stream works: 1 messages, 0 % of its 10 MiB',
    'fine: the services have read it to within 0 events',
  ])
})

test('a stream that is nearly full, or not there, is a warning', async () => {
  await stream('full', { maxBytes: mebibyte, payload: 'x'.repeat(0.95 * mebibyte) })
  expect(await found('full')).toContain('warning: stream full: 1 messages, 95 % of its 1 MiB')
  expect(await found('nothing')).toEqual(['warning: there is no stream nothing yet'])
})

test('a service that is far behind is a problem, and one that has read another stream a warning', async () => {
  await stream('behind', { position: -1000 })
  expect(await found('behind')).toContain('problem: ai is 1001 events behind')
  await stream('replaced', { isOther: true })
  expect(await found('replaced')).toContain('warning: ai has not begun to read this stream')
})

test('a bus without the bucket of revocations is a problem', async () => {
  await stream('without')
  await manager.streams.delete('KV_without_revocations')
  expect(await found('without')).toContain('problem: the bucket of revocations is missing')
})

test('a bus that is older than 2.10 is a warning', async () => {
  await stream('old')
  const { hostname, port } = new URL(server.url)
  await using proxy = createServer((client) => {
    const upstream = connectSocket(Number(port), hostname)
    for (const one of [client, upstream]) one.on('error', () => client.destroy())
    // The server says its version in its first line.
    upstream.once('data', (first) => {
      client.write(first.toString('latin1').replace(/"version":"[\d.]+"/, '"version":"2.9.25"'), 'latin1')
      upstream.pipe(client)
    })
    client.pipe(upstream)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = server.url.replace(`:${port}`, `:${(proxy.address() as AddressInfo).port}`)
  expect(await found('old', { url })).toContain('warning: NATS 2.9.25')
})

test('a bus that takes another password, or is not there, is a problem', async () => {
  const { username, port } = new URL(server.url)
  expect(await found('works', { url: server.url.replace(username, 'wrong') })).toEqual([
    expect.stringMatching(/^problem: .*authorization violation/i),
  ])
  expect(await found('works', { url: server.url.replace(port, '1') })).toEqual([
    expect.stringMatching(/^problem: .*(refused|ECONNREFUSED)/i),
  ])
  expect(await found('works', { url: '' })).toEqual(['skipped: NATS_URL is not set'])
})
