import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { freePort, startNats, testBackends } from '@quire/embedded'
import { GatewayConfig, startGateway } from '@quire/gateway'
import { loadConfig, newId } from '@quire/kit'
import { createWorld, type Person, type World } from '@quire/world'
import pg from 'pg'
import { type Api, apiOf } from './support/api-client.ts'
import { expressions, metricsIn } from './support/named-metrics.ts'
import { scrape } from './support/scrape.ts'
import { settled, systemOf } from './support/system-databases.ts'

let folder: string
let nats: Awaited<ReturnType<typeof startNats>>
let world: World
let gateway: Awaited<ReturnType<typeof startGateway>>
let metricsPort: number
let api: Api
let ada: Person
let organizationId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-gauges-'))
  nats = await startNats({ folder })
  world = await createWorld({ env: { NATS_URL: nats.url, PURGE_EVERY: '1' } })
  metricsPort = await freePort()
  gateway = await startGateway(
    loadConfig(GatewayConfig, { ...world.env, METRICS_PORT: String(metricsPort), CALLER_REQUESTS: '1' }),
  )
  api = apiOf(`http://127.0.0.1:${gateway.port}`)
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
}, 120_000)
afterAll(async () => {
  await gateway?.close()
  await world?.close()
  await nats?.stop()
  await rm(folder, { recursive: true })
})

const portOf = (name: keyof World['services']) => world.services[name].port
/** The gauges that a test has seen at what they should be. */
const seen = new Set<string>()

/** Between two scrapes: leaves the processor to what is measured. */
const pauseMs = 25

/** Reads a gauge again and again until it is as wanted, and returns it; the test ends what takes for ever. */
async function until(
  port: number,
  name: string,
  labels: Record<string, string>,
  isWanted: (value: number) => boolean,
): Promise<number> {
  for (;;) {
    const { samples } = await scrape([port])
    const found = samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )
    const value = found.reduce((sum, one) => sum + one.value, 0)
    if (found.length > 0 && isWanted(value)) {
      seen.add(name)
      return value
    }
    await setTimeout(pauseMs)
  }
}

const read = (port: number, name: string, labels: Record<string, string> = {}) => until(port, name, labels, () => true)
const equal = (wanted: number) => (value: number) => value === wanted
const moreThan = (other: number) => (value: number) => value > other

test('requests that wait for a connection, and those that wait behind them at the gateway, are counted until they go on', async () => {
  const { config, database } = world.services.content.foundation
  const content = portOf('content')
  const requests = { pool: 'requests' }
  const ofCaller = { bound: 'caller', kind: 'ordinary' }
  const release = Promise.withResolvers<void>()
  const holders = Array.from({ length: config.DATABASE_POOL }, () =>
    database.em
      .getKysely()
      .connection()
      .execute(() => release.promise),
  )
  const list = () => api.send('listSpacesInOrganizationById', ada.token, { params: { organizationId } })
  const asked: Promise<{ status: number }>[] = []
  try {
    for (const gauge of ['connections_used', 'connections', 'connections_max'])
      await until(content, `quire_database_${gauge}`, requests, equal(config.DATABASE_POOL))
    asked.push(list())
    await until(content, 'quire_database_waiting', requests, moreThan(0))
    await until(metricsPort, 'quire_queue_admitted', ofCaller, equal(1))
    asked.push(list())
    await until(metricsPort, 'quire_queue_waiting', ofCaller, equal(1))
  } finally {
    release.resolve()
    await Promise.all(holders)
  }
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200])
  await until(content, 'quire_database_connections_used', requests, equal(0))
  await until(content, 'quire_database_waiting', requests, equal(0))
  for (const gauge of ['quire_queue_admitted', 'quire_queue_waiting'])
    await until(metricsPort, gauge, ofCaller, equal(0))
})

const createSpace = () => api.made('createSpace', ada.token, { params: { organizationId }, body: { title: 'One' } })

test('without a message bus, events wait and its part is missing; with it, the stream grows and all projectors follow', async () => {
  const content = portOf('content')
  await settled(systemOf(world))
  const ofStream = ['last_sequence', 'messages', 'bytes'].map((one) => `quire_stream_${one}`)
  const before = await Promise.all(ofStream.map((name) => read(content, name)))
  const positions = await Promise.all(
    (['sites', 'ai'] as const).map((name) => read(portOf(name), 'quire_projector_position')),
  )
  await until(content, 'quire_outbox_unpublished', {}, equal(0))
  await nats.kill()
  await createSpace()
  await until(content, 'quire_outbox_unpublished', {}, moreThan(0))
  await until(content, 'quire_part_up', { part: 'bus' }, equal(0))
  expect(await read(content, 'quire_ready')).toBe(1)
  nats = await startNats({ folder, port: nats.port })
  await until(content, 'quire_part_up', { part: 'bus' }, equal(1))
  await until(content, 'quire_outbox_unpublished', {}, equal(0))
  for (const [at, name] of ofStream.entries()) await until(content, name, {}, moreThan(before[at] ?? 0))
  for (const [at, name] of (['sites', 'ai'] as const).entries())
    await until(portOf(name), 'quire_projector_position', {}, moreThan(positions[at] ?? 0))
  await until(content, 'quire_stream_max_bytes', {}, equal(Number(world.env.BUS_MAX_BYTES)))
  await settled(systemOf(world))
})

/** Connects to the server of a service's database, which may be away itself. */
async function withServer<Result>(work: (server: pg.Client) => Promise<Result>, url = testBackends().postgresUrl) {
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

test('a process without its database is not ready, and names the part that blocks it, until that is back', async () => {
  const sites = portOf('sites')
  const database = { part: 'database' }
  const { DATABASE_URL } = world.services.sites.foundation.config
  const name = new URL(DATABASE_URL).pathname.slice(1)
  await until(sites, 'quire_ready', {}, equal(1))
  await until(sites, 'quire_part_blocks', database, equal(0))
  await withServer(async (server) => {
    await server.query(`alter database "${name}" with allow_connections false`)
    try {
      await server.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [name])
      await until(sites, 'quire_ready', {}, equal(0))
      await until(sites, 'quire_part_blocks', database, equal(1))
    } finally {
      await server.query(`alter database "${name}" with allow_connections true`)
    }
  })
  await until(sites, 'quire_part_blocks', database, equal(0))
  await until(sites, 'quire_ready', {}, equal(1))
})

/** More than a projector reads at once. */
const backlog = 600

test('a projector that is behind says by how much, until it has applied everything', async () => {
  await settled(systemOf(world))
  const { parts, foundation } = world.services.sites
  const { DATABASE_URL } = foundation.config
  const removed = parts.projections.find(({ noun }) => !noun.access)?.noun.removed.type ?? ''
  const { bus } = world.services.content.foundation
  const publishBacklog = async () => {
    for (let n = 0; n < backlog; n += 1) {
      const key = newId()
      const envelope = {
        id: newId(),
        type: removed,
        key,
        version: 1,
        at: new Date().toISOString(),
        data: { key, version: 1 },
      }
      await bus.jetstream.publish(bus.eventSubject(removed), JSON.stringify(envelope))
    }
  }
  const untilWaiting = async (server: pg.Client, count: number) => {
    const text = `select from pg_locks where not granted and relation = 'projected'::regclass
      and database = (select oid from pg_database where datname = current_database())`
    while ((await server.query(text)).rows.length < count) await setTimeout(pauseMs)
  }
  const lock = 'begin; lock table projected in access exclusive mode'
  await withServer(
    (looking) =>
      withServer(
        (first) =>
          withServer(async (second) => {
            const restarted = world.restart('sites', async () => {
              await publishBacklog()
              await first.query(lock)
            })
            try {
              // The first batch waits for the first lock, and the second batch for the second one.
              await untilWaiting(looking, 1)
              const locked = second.query(lock)
              await untilWaiting(looking, 2)
              await first.query('commit')
              await locked
              await until(portOf('sites'), 'quire_projector_lag', {}, moreThan(0))
            } finally {
              await first.query('rollback')
              await second.query('rollback')
              await restarted
            }
          }, DATABASE_URL),
        DATABASE_URL,
      ),
    DATABASE_URL,
  )
  await until(portOf('sites'), 'quire_projector_lag', {}, equal(0))
  const last = await read(portOf('sites'), 'quire_stream_last_sequence')
  await until(portOf('sites'), 'quire_projector_position', {}, (value) => value >= last)
})

test('spaces whose content was indexed are counted, and so is the end of each purge', async () => {
  const [content, ai] = [portOf('content'), portOf('ai')]
  const indexed = await read(ai, 'quire_index_spaces', { state: 'indexed' })
  const purged = await until(content, 'quire_purge_last_success_timestamp_seconds', {}, moreThan(0))
  const { id: spaceId } = await createSpace()
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  const changes = [{ operation: 'insert_page', title: 'Zebras', document: { markdown: 'Striped.' } }]
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', ada.token, { params })
  await until(ai, 'quire_index_spaces', { state: 'indexed' }, moreThan(indexed))
  await until(content, 'quire_search_spaces', { state: 'waiting' }, equal(0))
  await until(content, 'quire_purge_last_success_timestamp_seconds', {}, moreThan(purged))
  for (const gauge of ['free', 'total'])
    await until(content, `quire_disk_${gauge}_bytes`, { folder: 'blobs' }, moreThan(0))
})

test('every gauge that alerts and dashboard name was seen here', async () => {
  const { types } = await scrape([...Object.values(world.services).map(({ port }) => port), metricsPort])
  const named = new Set(
    expressions()
      .flatMap(metricsIn)
      .map(({ name }) => name),
  )
  const gauges = [...named].filter((name) => types.get(name) === 'gauge')
  // The libraries of the runtime measure the process.
  const own = gauges.filter((name) => name.startsWith('quire_'))
  expect(own.filter((name) => !seen.has(name))).toEqual([])
})
