import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type DnsServer, startDnsServer } from '@quire/world/dns-server'
import { type Api, apiOf } from './support/api-client.ts'
import { settled, systemOf } from './support/system-databases.ts'

const host = 'docs.acme.io'

let dns: DnsServer
let world: World
let api: Api
let ada: Person
let organizationId: string
let siteId: string
beforeAll(async () => {
  dns = await startDnsServer()
  world = await createWorld({ env: { DNS_SERVERS: dns.address } })
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await make('createOrganization', {}, { title: 'Acme' })).id
  const { id: spaceId } = await make('createSpace', { organizationId }, { title: 'Manual' })
  const { id: changeRequestId } = await make('createChangeRequest', { spaceId }, {})
  const changes = [{ operation: 'insert_page', title: 'Start', document: { markdown: 'Welcome to zebras.' } }]
  const params = { spaceId, changeRequestId }
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await make('mergeChangeRequest', params, undefined)
  siteId = (await make('createSite', { organizationId }, { title: 'Zoo', spaces: [spaceId] })).id
  await make('publishSite', { organizationId, siteId }, undefined)
  await make('updateSiteById', { organizationId, siteId }, { hostname: host })
  await make('dnsRevalidateCustomHostname', { hostname: host }, undefined)
  dns.records.set(`_quire.${host}`, { txt: [`quire-site=${siteId}`] })
  await make('dnsRevalidateCustomHostname', { hostname: host }, undefined)
  await settled(systemOf(world))
})
afterAll(async () => {
  await world?.close()
  dns?.close()
})

const make = (id: string, params: Record<string, string>, body?: object) =>
  api.made(id, ada.token, { params, ...(body && { body }) })

/** The first page of the site and its policy, at the site's own host or at another. */
function visit(at = host): Promise<{ text: string; policy: string }> {
  const { hostname, port } = new URL(world.gateways[0] ?? '')
  const path = at === host ? '/' : `/sites/${siteId}`
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers: { host: at }, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.once('end', () => resolve({ text, policy: String(response.headers['content-security-policy']) }))
    })
      .once('error', reject)
      .end()
  })
}

test('pages at the host of a site load the scripts of its integrations, and their policy admits nothing more', async () => {
  const before = await visit()
  expect(before.text).toContain('Welcome to zebras.')
  expect(before.policy).toMatch(/script-src 'sha256-[^']+' 'strict-dynamic';/)
  const integrationName = 'stats'
  await make(
    'publishIntegration',
    { integrationName },
    {
      ...{ organization: organizationId, title: 'Stats', description: '', scopes: ['site:script:inject'] },
      ...{ siteScript: 'https://cdn.stats.io/s.js?a=1&b=2', target: 'site' },
      contentSecurityPolicy: { 'connect-src': 'https://in.stats.io', 'frame-src': 'https://chat.stats.io' },
    },
  )
  const installation = await make('installIntegration', { integrationName }, { organization: organizationId })
  const params = { integrationName, installationId: String(installation.id) }
  await make('installIntegrationOnSite', params, { siteId })
  const after = await visit()
  expect(after.text).toContain('<script async src="https://cdn.stats.io/s.js?a=1&amp;b=2"></script>')
  const directives = new Map(after.policy.split('; ').map((one): [string, string] => [one.split(' ')[0] ?? '', one]))
  expect(directives.get('script-src')).toMatch(/^script-src 'sha256-[^' ]+' 'self' https:\/\/cdn\.stats\.io$/)
  expect(directives.get('connect-src')).toBe("connect-src 'self' https://in.stats.io")
  expect(directives.get('frame-src')).toMatch(/^frame-src (?:\S+ )*https:\/\/chat\.stats\.io$/)
  const rest = (policy: string) => policy.split('; ').filter((one) => !/^(?:script|connect|frame)-src/.test(one))
  expect(rest(after.policy)).toEqual(rest(before.policy))

  // Beneath the public address are the sites of other organizations.
  const shared = await visit('quire.test')
  expect(shared.text).toContain('Welcome to zebras.')
  expect([shared.text.includes('stats.io'), shared.policy.includes('stats.io')]).toEqual([false, false])
  const published = await make('getPublishedContentSite', { organizationId, siteId })
  expect(published.scripts).toMatchObject([{ script: 'https://cdn.stats.io/s.js?a=1&b=2', cookies: false }])

  await api.send('uninstallIntegration', ada.token, { params })
  expect(await visit()).toEqual(before)
})
