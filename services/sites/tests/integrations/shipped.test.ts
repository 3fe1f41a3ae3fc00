import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { maskedConfigurationValue, space } from '@quire/contracts'
import type { Sql } from '../../src/database.ts'
import { signatureHeaders } from '../../src/integrations/delivery/sign-event.ts'
import { acme, startWorld, type World } from '../world.ts'
import { type Receiver, startReceiver } from './receiver.ts'

let receiver: Receiver
let other: Receiver
let world: World
beforeAll(async () => {
  receiver = await startReceiver()
  other = await startReceiver()
  world = await startWorld({ OUTBOUND_ALLOW: `${receiver.host},${other.host}`, SITE_SCRIPT_HOSTS: 'stats.acme.io' })
})
afterAll(async () => {
  await world.test.stop()
  receiver.stop()
  other.stop()
})

async function install(integrationName: string, as = 'ada', organization = acme) {
  const params = { integrationName }
  const { status, body } = await world.send('installIntegration', { as, params, body: { organization } })
  expect(status).toBe(201)
  return { integrationName, installationId: String(body.id) }
}

test('everybody sees what Quire ships, and nobody else can publish under its names', async () => {
  const { body } = await world.send('listIntegrations', { as: 'olga' })
  expect(body.items.map((one: { name: string; verified: boolean }) => [one.name, one.verified])).toEqual([
    ['script', true],
    ['webhook', true],
  ])
  const manifest = { organization: acme, title: 'Mine', description: '', scopes: [] }
  for (const integrationName of ['webhook', 'Script'])
    expect(
      (await world.send('publishIntegration', { as: 'ada', params: { integrationName }, body: manifest })).status,
    ).toBe(409)
})

const secret = 'a secret of sixteen'
let version = 10
async function changeManual(change: object) {
  version += 1
  const state = { ...space.sample, id: 'manual', version, organizationId: acme, collectionId: null }
  await world.test.publishEvent(space.saved, { ...state, title: 'Manual', defaultLevel: 'inherit', ...change })
  await world.test.settled()
}

test('a webhook gets the chosen events, signed with its own secret', async () => {
  const params = await install('webhook')
  const update = (configuration: object) =>
    world.send('updateIntegrationInstallation', { as: 'ada', params, body: { configuration } })
  for (const [wrong, field] of [
    [{ url: 'http://10.0.0.1/', secret }, 'body.configuration.url'],
    [{ url: receiver.url, secret: 'short' }, 'body.configuration.secret'],
    [{ url: receiver.url, secret, space_renamed: 'no' }, 'body.configuration.space_renamed'],
  ] as const)
    expect((await update(wrong)).body.error.message).toContain(field)
  const { body } = await update({ url: receiver.url, secret, space_renamed: false })
  expect(body).toMatchObject({ status: 'active', configuration: { secret: maskedConfigurationValue } })
  await changeManual({ title: 'Handbook' })
  await changeManual({ title: 'Handbook', revision: 'rev-9' })
  const [message] = await receiver.upTo(1)
  expect(message?.body).toEqual({
    type: 'space_content_updated',
    timestamp: expect.any(String),
    data: { installationId: params.installationId, spaceId: 'manual', revisionId: 'rev-9', updatedBy: [] },
  })
  const id = String(message?.headers['webhook-id'])
  const at = new Date(Number(message?.headers['webhook-timestamp']) * 1000)
  expect(message?.headers).toMatchObject(signatureHeaders({ id, at, body: message?.text ?? '', secret }))
  const events = await world.send('listIntegrationEvents', { as: 'ada', params })
  expect(events.body.items.map(({ id }: { id: string }) => id)).toEqual([id])
  expect((await world.send('listIntegrationEvents', { as: 'olga', params })).body.items).toEqual([])
})

test('a webhook that hangs holds up those of its own organization alone', async () => {
  const slow = await install('webhook')
  const quick = await install('webhook', 'olga', 'other')
  for (const [as, params, { url }] of [
    ['ada', slow, receiver],
    ['olga', quick, other],
  ] as const)
    await world.send('updateIntegrationInstallation', { as, params, body: { configuration: { url, secret } } })
  const release = receiver.hold()
  const before = receiver.received.length
  for (let n = 0; n < 8; n += 1) await changeManual({ title: `Manual ${n}` })
  await receiver.upTo(before + 4)
  const foreign = { ...space.sample, id: 'foreign', version: 2, organizationId: 'other', collectionId: null }
  await world.test.publishEvent(space.saved, { ...foreign, title: 'Theirs' })
  const [message] = await other.upTo(1)
  expect(message?.body).toMatchObject({ type: 'space_renamed', data: { spaceId: 'foreign' } })
  expect(receiver.received).toHaveLength(before + 4)
  const sql = world.test.service.foundation.database.background as unknown as Sql
  const logs = await sql.selectFrom('integration_event').select('log').where('status', '=', 'waiting').execute()
  // No attempt has ended by its timeout, which would have made room.
  expect(logs.flatMap(({ log }) => log)).toEqual([])
  release()
  await receiver.upTo(before + 8)
  await world.send('uninstallIntegration', { as: 'ada', params: slow })
})

test('a script is of an allowed host, and listed with the hosts that it needs', async () => {
  const { id: siteId } = await world.makeSite()
  const params = { ...(await install('script')), siteId }
  await world.send('installIntegrationOnSite', { as: 'ada', params, body: { siteId } })
  const update = (url: string) =>
    world.send('updateIntegrationSiteInstallation', { as: 'ada', params, body: { configuration: { url } } })
  for (const url of ['https://evil.example.com/a.js', 'http://plausible.io/js/script.js', 'plausible.io'])
    expect([url, (await update(url)).status]).toEqual([url, 400])
  const scripts = async () => (await world.send('listSiteIntegrationScripts', { as: 'rex', params: { siteId } })).body
  expect(await scripts()).toEqual([])
  const url = 'https://plausible.io/js/script.js'
  expect((await update(url)).status).toBe(200)
  const contentSecurityPolicy = 'script-src https://plausible.io; connect-src https://plausible.io'
  expect(await scripts()).toEqual([{ script: url, contentSecurityPolicy, cookies: true }])
  expect((await update('https://stats.acme.io/matomo.js')).status).toBe(200)
  expect(await scripts()).toMatchObject([{ script: 'https://stats.acme.io/matomo.js' }])
  await world.send('uninstallIntegration', { as: 'ada', params })
  expect(await scripts()).toEqual([])
})

test('a published integration brings its own script, to the sites it is chosen for', async () => {
  const params = { integrationName: 'stats' }
  const manifest = {
    ...{ organization: acme, title: 'Stats', description: '', scopes: ['site:script:inject'] },
    siteScript: 'https://cdn.stats.io/s.js',
    contentSecurityPolicy: 'connect-src https://in.stats.io; img-src https://*.stats.io',
  }
  await world.send('publishIntegration', { as: 'ada', params, body: manifest })
  const { integrationName, installationId } = await install('stats')
  const { id: siteId } = await world.makeSite()
  const scripts = async () => (await world.send('listSiteIntegrationScripts', { as: 'rex', params: { siteId } })).body
  expect(await scripts()).toEqual([])
  const ids = { integrationName, installationId }
  await world.send('updateIntegrationInstallation', { as: 'ada', params: ids, body: { site_selection: 'all' } })
  const contentSecurityPolicy =
    'script-src https://cdn.stats.io; connect-src https://in.stats.io; img-src https://*.stats.io'
  expect(await scripts()).toEqual([{ script: manifest.siteScript, contentSecurityPolicy, cookies: false }])
})
