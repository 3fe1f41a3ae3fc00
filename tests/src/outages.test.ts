import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { silentAddress, startNats, testBackends } from '@quire/embedded'
import { GatewayConfig, startGateway } from '@quire/gateway'
import { loadConfig } from '@quire/kit'
import { createWorld, type Person, type World } from '@quire/world'
import pg from 'pg'
import { type Api, apiOf } from './support/api-client.ts'
import { settled, systemOf } from './support/system-databases.ts'

const owners = ['identity', 'content', 'sites', 'ai'] as const
type Owner = (typeof owners)[number]

let folder: string
let nats: Awaited<ReturnType<typeof startNats>>
let world: World
let api: Api
let ada: Person
let organizationId: string
let publicPage: string
/** A site that is not published, with the token of its preview. */
let draftSite: Awaited<ReturnType<typeof makeDraftSite>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-outages-'))
  nats = await startNats({ folder })
  world = await createWorld({ env: { NATS_URL: nats.url, ACCESS_STALENESS_MAX: '25' } })
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })).id
  publicPage = await publishPage()
  draftSite = await makeDraftSite()
  await settled(systemOf(world))
}, 120_000)
afterAll(async () => {
  await world?.close()
  await nats?.stop()
  await rm(folder, { recursive: true })
})

/** Publishes a site of one page, and returns the page's address. */
async function publishPage(): Promise<string> {
  const { id: spaceId } = await api.made('createSpace', ada.token, { params: { organizationId }, body: {} })
  const { id: changeRequestId } = await api.made('createChangeRequest', ada.token, { params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  const changes = [{ operation: 'insert_page', title: 'Zebras', document: { markdown: 'Striped.' } }]
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', ada.token, { params })
  const body = { spaces: [spaceId] }
  const { id: siteId } = await api.made('createSite', ada.token, { params: { organizationId }, body })
  const site = { organizationId, siteId }
  await api.made('updateSiteById', ada.token, { params: site, body: { visibility: 'public' } })
  await api.made('publishSite', ada.token, { params: site })
  return `${world.gateways[0]}/sites/${siteId}/zebras`
}

/** Makes a site that is not published, with the token of an address that previews it. */
async function makeDraftSite() {
  const params = { organizationId }
  const { id: space } = await api.made('createSpace', ada.token, { params, body: { title: 'Drafts' } })
  const { id: siteId } = await api.made('createSite', ada.token, { params, body: { spaces: [space] } })
  const preview = await api.made('getSitePublishingPreviewById', ada.token, { params: { organizationId, siteId } })
  const { origin, pathname, searchParams } = new URL(preview.url)
  return { url: origin + pathname, jwtToken: searchParams.get('jwt_token') }
}

/** The statuses of the site that is not published: for a member, and for the holder of the preview's address. */
async function previewed(): Promise<number[]> {
  const { url, jwtToken } = draftSite
  const answers = await Promise.all([
    api.send('resolvePublishedContentByUrl', ada.token, { body: { url } }),
    api.send('resolvePublishedContentByUrl', undefined, { body: { url, visitor: { jwtToken } } }),
  ])
  return answers.map(({ status }) => status)
}

interface Ready {
  status: number
  body: { status: string; waitingFor: string[]; parts: Record<string, 'up' | 'missing'> }
}

const addressOf = (name: Owner) => `http://127.0.0.1:${world.services[name].port}`

async function readyAt(address: string): Promise<Ready> {
  const response = await fetch(`${address}/readyz`)
  return { status: response.status, body: (await response.json()) as Ready['body'] }
}

/** The state of every process by its name; the public page must be served meanwhile. */
async function readyOfAll(): Promise<Record<Owner | 'gateway', Ready>> {
  const addresses = {
    gateway: world.gateways[0] ?? '',
    ...Object.fromEntries(owners.map((one) => [one, addressOf(one)])),
  }
  const found = Object.entries(addresses).map(async ([name, address]) => [name, await readyAt(address)] as const)
  const page = await fetch(publicPage)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Striped.')])
  return Object.fromEntries(await Promise.all(found)) as Record<Owner | 'gateway', Ready>
}

/** Resolves once the states of all processes are as wanted. All of them are ready until then, and serve the page. */
async function untilAll(isWanted: (body: Ready['body'], name: string) => boolean): Promise<void> {
  for (;;) {
    const all = Object.entries(await readyOfAll())
    expect(all.filter(([, { status }]) => status !== 200)).toEqual([])
    if (all.every(([name, { body }]) => isWanted(body, name))) return
    await setTimeout(200)
  }
}

const untilWhole = () => untilAll(({ status }) => status === 'ready')

const metricsOf = async (name: Owner) => (await fetch(`${addressOf(name)}/metrics`)).text()

const createSpace = () => api.send('createSpace', ada.token, { params: { organizationId }, body: { title: 'Later' } })

test('while the message bus hangs, every process says so and serves what it can, and what was written is told later', async () => {
  await untilWhole()
  expect(await previewed()).toEqual([200, 200])
  process.kill(nats.pid, 'SIGSTOP')
  try {
    await untilAll(({ parts }) => parts.bus === 'missing')
    const { status, body } = await createSpace()
    expect(status).toBe(201)
    const narrowing = { params: { spaceId: body.id }, body: { defaultLevel: null } }
    expect((await api.send('updateSpaceById', ada.token, narrowing)).status).toBe(503)
    expect(await metricsOf('sites')).toMatch(/^quire_part_up\{part="bus",service="sites"\} 0$/m)
    expect(await metricsOf('sites')).toMatch(/^quire_ready\{service="sites"\} 1$/m)
    // Rights that are too old to decide by are no reason not to be ready.
    await untilAll(({ parts }, name) => parts.access === 'missing' || ['identity', 'gateway'].includes(name))
    expect(await createSpace()).toMatchObject({
      ...{ status: 503, body: { error: { message: expect.stringContaining('recently enough') } } },
    })
    expect(await previewed()).toEqual([503, 503])
  } finally {
    process.kill(nats.pid, 'SIGCONT')
  }
  await untilWhole()
  await settled(systemOf(world))
})

test('while the message bus is away, every process says so and serves what it can', async () => {
  await nats.kill()
  await untilAll(({ status, parts, waitingFor }) => {
    if (parts.bus === 'missing') expect([status, waitingFor]).toEqual(['limited', ['the message bus']])
    return parts.bus === 'missing'
  })
  expect((await createSpace()).status).toBe(201)
  nats = await startNats({ folder, port: nats.port })
  await untilWhole()
  await settled(systemOf(world))
})

test.each(owners)('%s is not ready without its database, and the others are', async (name) => {
  const { pathname } = new URL(world.services[name].foundation.config.DATABASE_URL)
  const database = pathname.slice(1)
  const server = new pg.Client({ connectionString: testBackends().postgresUrl })
  await server.connect()
  try {
    await server.query(`alter database "${database}" with allow_connections false`)
    // A connection that was being opened may have got through.
    while ((await readyAt(addressOf(name))).status === 200)
      await server.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [database])
    const all = await Promise.all(owners.map(async (one) => [one, await readyAt(addressOf(one))] as const))
    for (const [one, { status, body }] of all) {
      expect([one, status, body.parts.database]).toEqual([one, ...(one === name ? [503, 'missing'] : [200, 'up'])])
    }
    // Monitoring has to see which part is missing, so the metrics that need the database must not end the scrape.
    const metrics = await metricsOf(name)
    expect(metrics).toMatch(new RegExp(`^quire_part_up\\{part="database",service="${name}"\\} 0$`, 'm'))
    expect(metrics).not.toMatch(/^quire_(search|index)_spaces\{/m)
    expect((await readyAt(world.gateways[0] ?? '')).status).toBe(200)
    if (name === 'identity' || name === 'ai') expect((await fetch(publicPage)).status).toBe(200)
  } finally {
    await server.query(`alter database "${database}" with allow_connections true`)
    await server.end()
  }
  while ((await readyAt(addressOf(name))).status === 503) await setTimeout(200)
  await untilWhole()
})

test('a service that takes no connections is answered for with 503, and the others are served meanwhile', async () => {
  const silent = await silentAddress()
  const gateway = await startGateway(loadConfig(GatewayConfig, { ...world.env, AI_URL: silent.url }))
  await gateway.revocations.learned('seeded')
  const { send } = apiOf(`http://127.0.0.1:${gateway.port}`)
  const params = { organizationId }
  const ask = () => send('askInOrganization', ada.token, { params, body: { question: 'What is striped?' } })
  try {
    const asked = ask()
    expect((await send('listSpacesInOrganizationById', ada.token, { params })).status).toBe(200)
    const words = 'A part of the system is away for the moment: try again.'
    for (const { status, body } of [await asked, await ask()])
      expect([status, body.error.message]).toEqual([503, words])
    const { status, body } = await readyAt(`http://127.0.0.1:${gateway.port}`)
    expect([status, body]).toEqual([
      200,
      {
        status: 'limited',
        waitingFor: ['ai, which takes no connections'],
        parts: expect.objectContaining({ ai: 'missing', sites: 'up' }),
      },
    ])
  } finally {
    await gateway.close()
    await silent.stop()
  }
})
