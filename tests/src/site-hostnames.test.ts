import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type Person, type World } from '@quire/world'
import { type DnsServer, startDnsServer } from '@quire/world/dns-server'
import jwt from 'jsonwebtoken'
import { type Api, apiOf } from './support/api-client.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { settled, systemOf } from './support/system-databases.ts'

const host = 'docs.acme.io'

let dns: DnsServer
let world: World
let api: Api
let ada: Person
let organizationId: string
let spaceId: string
/** The id of the site at `host`. */
let siteId: string
beforeAll(async () => {
  dns = await startDnsServer()
  world = await createWorld({ env: { DNS_SERVERS: dns.address, TRUST_PROXY: '127.0.0.2' } })
  api = apiOf(world.gateways[0] ?? '')
  ada = await world.person('ada@example.com', 'Ada')
  organizationId = (await api.made('createOrganization', ada.token, { body: { title: 'Acme' } })).id
  spaceId = (await api.made('createSpace', ada.token, { params: { organizationId }, body: { title: 'Manual' } })).id
  const params = { spaceId, changeRequestId: '' }
  params.changeRequestId = (await api.made('createChangeRequest', ada.token, { params, body: {} })).id
  const changes = [
    { operation: 'insert_page', title: 'Start', document: { markdown: 'Welcome to zebras.' } },
    { operation: 'insert_page', title: 'v1', document: { markdown: 'The first version of giraffes.' } },
  ]
  await api.made('updateChangeRequestContent', ada.token, { params, query: { compat: 'false' }, body: { changes } })
  await api.made('mergeChangeRequest', ada.token, { params })
  siteId = await siteAt(host)
  await settled(systemOf(world))
})
afterAll(async () => {
  await world?.close()
  dns?.close()
})

/**
 * Creates a published site with a host, whose DNS record is set afterwards. The next background query is a minute later,
 * so nothing but these tests verifies the host.
 */
async function siteAt(hostname: string, settings: object = {}): Promise<string> {
  const { id } = await api.made('createSite', ada.token, {
    params: { organizationId },
    body: { title: 'Zoo', spaces: [spaceId] },
  })
  const params = { organizationId, siteId: id }
  await api.made('publishSite', ada.token, { params })
  await api.made('updateSiteById', ada.token, { params, body: { hostname, ...settings } })
  expect(await verify(hostname)).toBe(204)
  dns.records.set(`_quire.${hostname}`, { txt: ['v=spf1', `quire-site=${id}`] })
  return id
}

/** Requests a DNS query for this host; the status confirms the query, not its result. */
const verify = (hostname: string) =>
  api.send('dnsRevalidateCustomHostname', ada.token, { params: { hostname } }).then(({ status }) => status)

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Requests an address as a browser does that resolved this host to the gateway. */
function visit(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', localAddress = '127.0.0.1' } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(world.gateways[0] ?? '')
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, localAddress, headers: { host, ...headers }, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      },
    )
    sent.once('error', reject)
    sent.end()
  })
}

/** Sends these bytes; resolves with the status. */
function rawStatus(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(world.gateways[0] ?? '')
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`),
    )
    socket.once('data', (data) => {
      resolve(/ (\d+) /.exec(String(data))?.[1] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

test('a host serves its site from the moment that it is verified, at its root and with its addresses', async () => {
  const before = await visit('/start')
  expect([before.status, before.text.includes('zebras')]).toEqual([421, false])
  // Not even at the path that the site has at the installation.
  expect((await visit(`/sites/${siteId}`)).status).toBe(421)
  expect(await verify(host)).toBe(204)
  const page = await visit('/')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Welcome to zebras.')
  expect(page.text).toContain(`<link rel="canonical" href="http://${host}">`)
  expect(page.text).toMatch(/href="\/v1"/)
  expect(page.text).not.toContain('/sites/')
  // Files stay at the system's own address, and a redirect leads there.
  expect(page.headers['content-security-policy']).toContain("img-src 'self' data: http://quire.test;")
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? []
  const asset = await visit(style)
  expect([asset.status, asset.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect((await visit('/sitemap.xml')).text).toContain(`<loc>http://${host}/v1</loc>`)
  expect((await visit('/llms.txt')).text).toContain(`(http://${host}/v1.md)`)
  expect((await visit('/-/search.json?q=giraffes')).text).toContain('"/v1')
  expect((await visit(`/sites/${siteId}`, { host: 'quire.test' })).text).toContain(`href="http://${host}"`)
})

test('the published client sees and removes the host, and the site’s addresses go with it', async () => {
  const hostname = 'client.acme.io'
  const id = await siteAt(hostname)
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  await client.customHostnames.dnsRevalidateCustomHostname(hostname)
  const { data } = await client.customHostnames.getCustomHostname(hostname)
  expect(data).toMatchObject({ hostname, isActive: true, status: 'dns_passed', target: { site: id } })
  const { data: site } = await client.orgs.getSiteById(organizationId, id)
  expect([site.hostname, site.urls.published]).toEqual([hostname, `http://${hostname}`])
  expect((await visit('/', { host: hostname })).status).toBe(200)
  await client.customHostnames.removeCustomHostname(hostname)
  expect((await visit('/', { host: hostname })).text).not.toContain('zebras')
  const { data: after } = await client.orgs.getSiteById(organizationId, id)
  expect([after.hostname, after.urls.published]).toEqual([undefined, `http://quire.test/sites/${after.basename}`])
})

test('the published client lists the people of a site', async () => {
  const { data } = await clientsOf(ada, inTurn(world.gateways)).api.orgs.listPermissionsAggregateInSite(
    organizationId,
    siteId,
  )
  expect(data.items).toMatchObject([
    { permission: 'admin', user: { email: ada.email }, origin: { type: 'organization', organization: organizationId } },
  ])
})

test('nothing of the interface is at a site’s host, and paths that it has elsewhere are the site’s', async () => {
  const authorization = `Bearer ${ada.token}`
  expect((await visit('/v1')).text).toContain('The first version of giraffes.')
  for (const path of ['/v1/user', '/openapi.json', '/docs', '/healthz', '/readyz', '/metrics']) {
    const { status, headers } = await visit(path, { authorization })
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8'])
  }
  const { status, headers } = await visit('/v1/orgs', { authorization }, { method: 'POST' })
  expect([status, headers['x-quire-consistency']]).toEqual([405, undefined])
  expect((await visit('/v1/user', { authorization, host: 'quire.test' })).status).toBe(200)
  expect((await visit('/v1/user', { authorization, host: '192.168.1.5:4000' })).status).toBe(200)
  expect((await visit('/v1/user', { authorization, host: 'other.name.internal' })).status).toBe(421)
})

test('a host is the same however it is written', async () => {
  for (const same of ['DOCS.Acme.IO', `${host}.`, `${host}:8080`, `${host.toUpperCase()}.:80`])
    expect((await visit('/start', { host: same })).text).toContain('zebras')
  for (const other of [`x.${host}`, `${host}.evil.io`, 'acme.io', `${host}..`, `a@${host}`, `${host}/`, '', '[::1]'])
    expect((await visit('/start', { host: other })).text).not.toContain('zebras')
})

test('whoever names two hosts is refused, and nobody names one in a path', async () => {
  expect(await rawStatus('GET /start HTTP/1.1', `Host: ${host}`, 'Host: quire.test')).toBe('400')
  expect(await rawStatus(`GET http://${host}/start HTTP/1.1`, 'Host: quire.test')).toBe('404')
  expect(await rawStatus('GET http://quire.test/v1/user HTTP/1.1', `Host: ${host}`)).toBe('404')
  for (const name of [host, host.replace('.', '%2e'), host.replaceAll('.', '%2E'), `x%2f${host}`]) {
    const { status, text } = await visit(`/sites/${name}/start`, { host: 'quire.test' })
    expect([status, text.includes('zebras')]).toEqual([404, false])
  }
  expect((await visit(`/../sites/${siteId}`)).status).toBe(400)
})

test('a name that a stranger points here reads nothing, neither pages nor what resolves their addresses', async () => {
  const body = JSON.stringify({ url: `http://quire.test/sites/${siteId}` })
  const paths = [
    `/sites/${siteId}/start`,
    `/sites/${siteId}/start.md`,
    '/docs',
    '/docs/openapi/x',
    '/openapi.json',
    '/',
  ]
  for (const stranger of ['rebound.evil.io', `${host}.evil.io`, 'quire.test.evil.io', 'quire'])
    for (const path of paths) {
      const { status, text } = await visit(path, { host: stranger, 'x-forwarded-host': 'quire.test' })
      expect([stranger, path, status, text.includes('zebras')]).toEqual([stranger, path, 421, false])
    }
  const lookup = await fetch(`${world.gateways[0]}/v1/urls/published`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(lookup.status).toBe(200)
  const rebound = await visit('/v1/urls/published', { host: 'rebound.evil.io' }, { method: 'POST' })
  expect(rebound.status).toBe(421)
})

test('another host in a header counts where a trusted proxy says so', async () => {
  const forwarded = { host: 'quire.test', 'x-forwarded-host': host }
  expect((await visit('/start', forwarded)).text).not.toContain('zebras')
  expect((await visit('/start', forwarded, { localAddress: '127.0.0.2' })).text).toContain('zebras')
})

test('a visitor’s token becomes a cookie of the host alone, and files are served there', async () => {
  const hostname = 'private.acme.io'
  const id = await siteAt(hostname, { visibility: 'visitor-auth' })
  expect(await verify(hostname)).toBe(204)
  const params = { organizationId, siteId: id }
  const { privateKey } = await api.made('getSitePublishingAuthById', ada.token, { params })
  expect((await visit('/start', { host: hostname })).status).toBe(404)
  const token = jwt.sign({}, privateKey, { algorithm: 'HS256', expiresIn: '1h' })
  const { status, headers } = await visit(`/start?jwt_token=${token}`, { host: hostname })
  const [cookie = ''] = headers['set-cookie'] ?? []
  expect([status, headers.location]).toEqual([303, '/start'])
  expect(cookie).toMatch(/^quire-visitor=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/)
  const [pair = ''] = cookie.split(';')
  const read = await visit('/start', { host: hostname, cookie: pair })
  expect([read.status, read.headers['cache-control']]).toEqual([200, 'private, no-cache'])
  expect((await visit('/start', { cookie: pair })).status).toBe(200)
  const { url } = await api.made('getSitePublishingPreviewById', ada.token, { params })
  expect(url).toMatch(/^http:\/\/private\.acme\.io\/?\?jwt_token=/)
})

test('a site that is taken offline, and its host with it, is read no more', async () => {
  const hostname = 'ending.acme.io'
  const params = { organizationId, siteId: await siteAt(hostname) }
  expect(await verify(hostname)).toBe(204)
  expect((await visit('/start', { host: hostname })).status).toBe(200)
  await api.made('unpublishSite', ada.token, { params })
  expect((await visit('/start', { host: hostname })).status).toBe(404)
  await api.made('publishSite', ada.token, { params })
  expect((await visit('/start', { host: hostname })).status).toBe(200)
  await api.send('deleteSiteById', ada.token, { params })
  expect([404, 421]).toContain((await visit('/start', { host: hostname })).status)
})
