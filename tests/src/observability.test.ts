import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { GatewayConfig, startGateway } from '@quire/gateway'
import { startIdentity } from '@quire/identity'
import { loadConfig } from '@quire/kit'
import { createWorld, type Person, type World } from '@quire/world'
import { sql as raw } from 'kysely'
import { type Api, apiOf } from './support/api-client.ts'
import { type Collector, type ReceivedSpan, startCollector } from './support/collector.ts'
import { expressions, metricsIn, type NamedMetric } from './support/named-metrics.ts'
import { type Sample, scrape } from './support/scrape.ts'

let collector: Collector
let folder: string
let world: World
let api: Api
let ada: Person
let organizationId: string

beforeAll(async () => {
  collector = await startCollector()
  folder = await mkdtemp(join(tmpdir(), 'quire-observability-'))
  world = await createWorld({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      MAIL_DIR: folder,
      // Nobody listens on the discard port: the model fails.
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_MODEL: 'none',
    },
  })
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
}, 120_000)
const gateways: { close(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(gateways.map((one) => one.close()))
  await world?.close()
  collector?.close()
  await rm(folder, { recursive: true })
})

/** Sends a request to a gateway, and returns the id of the answer. */
async function requestId(gateway: string, path: string, init: RequestInit = {}): Promise<string> {
  const headers = { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json', ...init.headers }
  const response = await fetch(gateway + path, { ...init, headers })
  expect(response.status).toBeLessThan(300)
  await response.text()
  return response.headers.get('x-request-id') ?? ''
}

const traceIdPattern = /^[0-9a-f]{32}$/
const ofTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
const rootOf = (traceId: string) =>
  collector.until(() => ofTrace(traceId).find(({ service, kind }) => service === 'gateway' && kind === 2))

test('a write is one trace through gateway, service, statements and stream to every projector, without its values', async () => {
  const body = JSON.stringify({ title: 'Secret zebra' })
  const path = `/v1/orgs/${organizationId}/spaces?needle=in-the-query`
  const traceId = await requestId(world.gateways[0] ?? '', path, { method: 'POST', body })
  expect(traceId).toMatch(traceIdPattern)

  const projectors = Object.entries(world.services)
    .filter(([, { parts }]) => parts.projections.some(({ noun }) => noun.name === 'content.space'))
    .map(([name]) => name)
    .sort()
  expect(projectors.length).toBeGreaterThan(1)
  const isWhole = (spans: ReceivedSpan[]) => {
    const ids = new Set(spans.map(({ spanId }) => spanId))
    const processing = new Set(spans.filter(({ kind }) => kind === 5).map(({ service }) => service))
    const hasParents = spans.every(({ parentSpanId }) => !parentSpanId || ids.has(parentSpanId))
    return (
      hasParents && projectors.every((name) => processing.has(name)) && spans.some(({ parentSpanId }) => !parentSpanId)
    )
  }
  const spans = await collector.until(() => (isWhole(ofTrace(traceId)) ? ofTrace(traceId) : undefined))

  const named = (service: string) => spans.filter((span) => span.service === service).map(({ name }) => name)
  expect(named('gateway').sort()).toEqual(['POST /v1/orgs/{organizationId}/spaces', 'POST content', 'admit'])
  expect(named('content')).toEqual(
    expect.arrayContaining(['POST /v1/orgs/{organizationId}/spaces', 'begin', 'insert space', 'commit']),
  )
  expect(named('content').filter((name) => name.startsWith('send '))).not.toEqual([])
  const serverOfContent = spans.find(({ service, kind }) => service === 'content' && kind === 2)
  expect(serverOfContent?.attributes).toMatchObject({ 'quire.operation': 'createSpace', 'quire.request_id': traceId })
  for (const { links, service } of spans.filter(({ kind }) => kind === 5)) {
    expect(links).toContainEqual(expect.objectContaining({ traceId }))
    expect(named(service)).toContain('commit')
  }
  const statements = spans.filter(({ attributes }) => attributes['db.query.text'] !== undefined)
  expect(statements.some(({ attributes }) => String(attributes['db.query.text']).includes('$1'))).toBe(true)

  const sent = collector.bodies.join('\n')
  for (const secret of [
    'Secret zebra',
    'in-the-query',
    ada.token,
    'of-the-collector',
    'ada@example.com',
    organizationId,
  ])
    expect(sent).not.toContain(secret)
  expect([...collector.tokens]).toEqual(['Bearer of-the-collector'])
})

const strangersTrace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${strangersTrace}-b7ad6b7169203331-01`

test("a stranger's trace is linked to and not joined, and one that is not valid is ignored", async () => {
  const [gateway = ''] = world.gateways
  const sent = (given: string) => requestId(gateway, '/v1/user', { headers: { traceparent: given, tracestate: 'a=b' } })
  const own = await sent(traceparent)
  const others = await Promise.all(
    [
      'garbage',
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `ff-${strangersTrace}-b7ad6b7169203331-01`,
      `${traceparent}-${'x'.repeat(8000)}`,
      `00-${strangersTrace.toUpperCase()}-b7ad6b7169203331-01`,
    ].map(sent),
  )
  expect(own).not.toBe(strangersTrace)
  expect((await rootOf(own)).links).toEqual([expect.objectContaining({ traceId: strangersTrace })])
  for (const id of others) {
    expect(id).toMatch(traceIdPattern)
    expect(await rootOf(id)).toMatchObject({ links: [] })
  }
})

/** Asks a gateway of its own for the caller, with a sampled trace and a request id if one is given. */
async function throughGateway(env: Record<string, string>): Promise<string> {
  const gateway = await startGateway(loadConfig(GatewayConfig, { ...world.env, ...env }))
  try {
    return await requestId(`http://127.0.0.1:${gateway.port}`, '/v1/user', { headers: { traceparent } })
  } finally {
    await gateway.close()
  }
}

test('the gateway alone decides what is recorded: by its share for strangers, by the flag of a trusted proxy', async () => {
  const unrecorded = await throughGateway({ OTEL_TRACES_SAMPLER_ARG: '0' })
  expect(unrecorded).not.toMatch(traceIdPattern)
  // A number of proxies trusts every connection, which is not enough here.
  const counted = await throughGateway({ OTEL_TRACES_SAMPLER_ARG: '0', TRUST_PROXY: '1' })
  expect(counted).not.toMatch(traceIdPattern)
  const joined = await throughGateway({ OTEL_TRACES_SAMPLER_ARG: '0', TRUST_PROXY: 'loopback' })
  expect(joined).toBe(strangersTrace)
  const services = () => new Set(ofTrace(strangersTrace).map(({ service }) => service))
  await collector.until(() => (services().size > 1 ? true : undefined))
  expect(services()).toEqual(new Set(['gateway', 'identity']))
  expect(collector.spans.filter(({ attributes }) => attributes['quire.request_id'] === unrecorded)).toEqual([])
})

async function measuredGateway(env: Record<string, string> = {}) {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const gateway = await startGateway(loadConfig(GatewayConfig, { ...world.env, METRICS_PORT: String(port), ...env }))
  gateways.push(gateway)
  return { url: `http://127.0.0.1:${gateway.port}`, metricsPort: port }
}

/** Starts another identity, whose audit events nobody takes, and which finds one that has expired. */
async function startKeeper() {
  const { config, database } = world.services.identity.foundation
  await raw`
    insert into audit_event (id, at, action, actor_type, actor_id, source, target_type, target_id, correlation_id, payload)
    values (${randomUUID()}, '2001-01-01', 'createSpace', 'user', 'ada', 'api', 'space', 'one', 'request', '{}')`.execute(
    database.em.getKysely(),
  )
  return startIdentity({
    ...world.env,
    DATABASE_URL: config.DATABASE_URL,
    AUDIT_URL: 'http://127.0.0.1:9/events',
  })
}

const nameOf = ({ name }: NamedMetric) => name.replace(/_(bucket|sum|count)$/, '')
/** Prometheus's own. */
const foreign = new Set(['up'])

test('every metric that alerts and dashboard name exists with their labels, and counts what happens', async () => {
  const [gateway, strict] = [await measuredGateway(), await measuredGateway({ RATE_LIMIT: '1' })]
  const { identity, content, sites, ai } = world.services
  const ports = [...[identity, content, sites, ai].map(({ port }) => port), gateway.metricsPort, strict.metricsPort]
  const before = await scrape(ports)

  const client = apiOf(gateway.url, world.env)
  const params = { organizationId }
  const { id: spaceId } = await client.made('createSpace', ada.token, { params, body: {} })
  const { id: changeRequestId } = await client.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const change = { spaceId, changeRequestId }
  const changes = [{ operation: 'insert_page', title: 'Zebras', document: { markdown: 'Zebras are striped.' } }]
  const query = { compat: 'false' }
  await client.made('updateChangeRequestContent', ada.token, { params: change, query, body: { changes } })
  await client.made('mergeChangeRequest', ada.token, { params: change })
  await client.made('createAccessToken', ada.token, { body: { name: 'one' } })
  await client.made('inviteUsersToOrganization', ada.token, { params, body: { emails: ['bea@example.com'] } })
  const link = await client.made('createSignInLink', ada.token, { params, body: { email: 'bea@example.com' } })
  await client.made('signInWithLink', undefined, { body: { token: link.url.split('/').at(-1) } })
  await client.made('requestSignInMail', undefined, { body: { email: 'ada@example.com' } })
  await client.send('askInOrganization', ada.token, { params, body: { query: 'Are zebras striped?' } })
  await collector.until(() => collector.spans.find(({ service, name }) => service === 'ai' && name === 'model'))
  expect((await client.send('getAuthenticatedUser', 'guessed')).status).toBe(401)
  const limited = apiOf(strict.url)
  await limited.send('getAuthenticatedUser', ada.token)
  expect((await limited.send('getAuthenticatedUser', ada.token)).status).toBe(429)
  const keeper = await startKeeper()
  gateways.push(keeper)
  content.reportUncaught(new Error('as if a callback had thrown'))
  const { bus, database, config } = content.foundation
  const connections = Array.from({ length: 2 * config.DATABASE_POOL }, () =>
    raw`select 1`.execute(database.em.getKysely()),
  )
  await Promise.all(connections)
  // Events that nobody can apply: one about access, and one that is parked.
  const nouns = Object.values(world.services).flatMap(({ parts }) => parts.projections.map(({ noun }) => noun))
  for (const access of [true, false]) {
    const type = nouns.find((noun) => noun.access === access)?.saved.type ?? ''
    await bus.jetstream.publish(bus.eventSubject(type), '{}')
  }

  const named = expressions()
    .flatMap(metricsIn)
    .filter(({ name }) => !foreign.has(name))
  const total = ({ samples }: { samples: Sample[] }, { name }: NamedMetric) =>
    samples.filter((sample) => sample.name === name).reduce((sum, { value }) => sum + value, 0)
  const counted = (types: Map<string, string>) => named.filter((metric) => types.get(nameOf(metric)) !== 'gauge')
  const portsAfter = [...ports, keeper.port]
  let after = await scrape(portsAfter)
  const still = () => counted(after.types).filter((metric) => total(after, metric) <= total(before, metric))
  // Events and mails take a moment; what never moves is what the test then waits for in vain.
  for (let tries = 0; still().length > 0 && tries < 600; tries += 1) {
    await setTimeout(100)
    after = await scrape(portsAfter)
  }
  expect(still()).toEqual([])

  const has = ({ name, labels }: NamedMetric) =>
    after.samples.some(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(
          ([label, value]) =>
            (value ?? sample.labels[label]) === sample.labels[label] && sample.labels[label] !== undefined,
        ),
    )
  expect(named.filter((metric) => !has(metric))).toEqual([])
}, 120_000)
