import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openApiDocument } from '@quire/contracts'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { RunningGateway } from '../src/app.ts'
import { siteHost } from './owner.ts'
import { openWorld, send, type World } from './world.ts'

let world: World
let gateway: RunningGateway
let token: string

beforeAll(async () => {
  world = await openWorld()
  gateway = await world.gateway()
  token = world.token('ada')
})
afterAll(() => world.close())

test('a client cannot smuggle identity, forwarding or hop-by-hop headers to a service', async () => {
  const smuggled = {
    'x-quire-principal': 'forged',
    'x-quire-position': 'stream-a|99',
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-host': 'evil.example',
    'x-real-ip': '10.0.0.1',
    forwarded: 'for=10.0.0.1',
    'x-original-url': '/internal/inside',
    'x-http-method-override': 'DELETE',
    'x-user-id': 'root',
    cookie: 'session=1',
    connection: 'close, x-request-id',
  }
  const reply = await send(gateway, '/v1/echo/1', {
    token,
    headers: { ...smuggled, accept: 'application/json', 'x-request-id': 'mine-1', 'idempotency-key': 'k' },
  })
  expect(reply.status).toBe(200)
  const { headers } = reply.json as { headers: Record<string, string> }
  expect(Object.keys(headers).sort()).toEqual(
    ['accept', 'connection', 'host', 'idempotency-key', 'x-quire-principal', 'x-request-id'].sort(),
  )
  expect(headers).toMatchObject({ 'x-request-id': 'mine-1', connection: 'keep-alive' })
  expect(headers.host).toBe(new URL(world.owner.url).host)
  expect(headers['x-quire-principal']).not.toBe('forged')
  expect(reply.headers['x-request-id']).toBe('mine-1')
})

test.each([
  ['//v1/echo/1', 404],
  ['/v1//echo/1', 400],
  ['/v1/echo//1', 400],
  ['/v1/echo/..', 400],
  ['/v1/echo/../../internal/inside', 400],
  ['/v1/echo/%2e%2e', 400],
  ['/v1/echo/..%2f..%2finternal', 400],
  ['/v1/echo/a%2F..%2Fb', 400],
  ['/v1/echo/.', 400],
  ['/v1/echo/a\\b', 400],
  ['/v1/echo/a%5cb', 400],
  ['/v1/echo/1#/x', 400],
  ['/v1/echo/%00', 400],
  ['/v1%2Fecho/1', 404],
  ['/v1/echo%2F1', 404],
  ['/V1/echo/1', 404],
  ['/v1/echo/1/', 404],
  ['/v1/echo/%zz', 404],
  ['/v1', 404],
  ['http://evil.example/v1/echo/1', 404],
  ['/internal/inside', 404],
  ['/v1/../internal/inside', 400],
  ['/%69nternal/inside', 404],
  ['/v1/published-by-mistake', 404],
  ['/metrics', 404],
])('the path %s never reaches a service', async (path, status) => {
  const reply = await send(gateway, path, { token })
  expect(reply.status).toBe(status)
  expect(reply.json).toEqual({ error: { code: status, message: expect.any(String) } })
})

test('encoded characters in an identifier arrive as they were sent', async () => {
  const path = '/v1/echo/guides%2Fintro%20%C3%A9'
  const reply = await send(gateway, path, { token })
  expect(reply.json).toMatchObject({ url: path, principal: { path } })
})

test('the trailing slash of the root operation is part of its path', async () => {
  expect((await send(gateway, '/v1/')).json).toMatchObject({ principal: { operation: 'root', path: '/v1/' } })
})

test('a wrong method is told which ones there are', async () => {
  const reply = await send(gateway, '/v1/echo/1', { token, method: 'PATCH' })
  expect(reply.status).toBe(405)
  expect(reply.headers.allow).toBe('GET, DELETE')
})

test('what is measured, and which hostnames are verified, is on its own port and not on the public one', async () => {
  const port = await freePort()
  const measured = await world.gateway({ METRICS_PORT: String(port) })
  await send(measured, '/v1/echo/1', { token })
  expect((await send({ port }, '/metrics')).text).toMatch(/quire_request_seconds_count\{.*operation="echo"/)
  expect((await send(measured, '/metrics')).status).toBe(404)
  const verified = async (query: string, at = port) => (await send({ port: at }, `/verified-hostname${query}`)).status
  for (const name of [siteHost, siteHost.toUpperCase()]) expect(await verified(`?domain=${name}`)).toBe(200)
  for (const name of ['other.acme.io', 'docs.example.com'])
    expect([name, await verified(`?domain=${name}`)]).toEqual([name, 404])
  for (const query of ['', '?domain=', '?domain=localhost', '?domain=..%2Fkeys', '?domain=a.b/c'])
    expect([query, await verified(query)]).toEqual([query, 400])
  expect(await verified(`?domain=${siteHost}`, measured.port)).toBe(404)
  // Unknown names are bounded by the second, and the one that is known is answered all the same.
  const asked = new Set<number>()
  for (let batch = 0; !asked.has(429); batch += 1) {
    const names = Array.from({ length: 60 }, (_, at) => `?domain=a${batch}-${at}.acme.io`)
    for (const status of await Promise.all(names.map((name) => verified(name)))) asked.add(status)
  }
  expect(asked).toEqual(new Set([404, 429]))
  expect(await verified(`?domain=${siteHost}`)).toBe(200)
})

test('the OpenAPI document is valid 3.1 and is not sent twice', async () => {
  const reply = await send(gateway, '/openapi.json')
  expect(reply.json).toEqual(JSON.parse(JSON.stringify(openApiDocument('https://docs.example.com'))))
  const { valid, errors } = await new Validator().validate(JSON.parse(reply.text))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  const again = await send(gateway, '/openapi.json', { headers: { 'if-none-match': reply.headers.etag ?? '' } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('the reference page brings all it needs and may load nothing from elsewhere', async () => {
  const page = await send(gateway, '/docs')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<title>Quire</title>')
  expect(page.text).not.toMatch(/https?:|["']\/\//)
  const sources = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(sources).toHaveLength(3)
  for (const path of sources) expect((await send(gateway, path)).status).toBe(200)
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  )
})

test('the page of a specification is the same for every id, in a sandbox that reaches this host alone', async () => {
  const page = await send(gateway, '/docs/openapi/01ABC')
  expect(page.status).toBe(200)
  expect((await send(gateway, '/docs/openapi/other')).text).toBe(page.text)
  const sources = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(sources).toHaveLength(3)
  for (const path of sources) {
    const { status, headers } = await send(gateway, path)
    expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
  }
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain('sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox')
  expect(policy).toContain("default-src 'none';script-src https://docs.example.com;")
  expect(policy).toContain(';connect-src https://docs.example.com;')
})

test('the address itself says where to go', async () => {
  expect((await send(gateway, '/')).json).toEqual({
    name: 'Quire',
    interface: 'https://docs.example.com/v1/',
    openapi: 'https://docs.example.com/openapi.json',
    docs: 'https://docs.example.com/docs',
  })
})

test('pages of other origins may call only where they were allowed to', async () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' }
  const closed = await send(gateway, '/v1/write', { method: 'OPTIONS', headers })
  expect(closed.headers['access-control-allow-origin']).toBeUndefined()
  const open = await world.gateway({ CORS_ORIGINS: 'https://app.example, https://b.example' })
  const allowed = await send(open, '/v1/write', { method: 'OPTIONS', headers })
  expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, 'https://app.example'])
  const other = await send(open, '/v1/write', {
    method: 'OPTIONS',
    headers: { ...headers, origin: 'https://c.example' },
  })
  expect(other.headers['access-control-allow-origin']).toBeUndefined()
})

test.each(['some.name.internal', 'single'])(
  'a request at the host %s, which nobody knows, counts once',
  async (host) => {
    const limited = await world.gateway({ RATE_LIMIT: '2' })
    const reply = async () => {
      const { status, headers } = await send(limited, '/v1/echo/1', { headers: { host }, token: world.token('ada') })
      return [status, headers['x-ratelimit-remaining']]
    }
    expect([await reply(), await reply()]).toEqual([
      [421, '1'],
      [421, '0'],
    ])
    expect((await reply())[0]).toBe(429)
  },
)

test('no name but those of the installation and of sites is served, so none that a stranger points here', async () => {
  const named = await world.gateway({ SITES_HOST: 'sites.example.net', HOSTS_ALLOW: 'Gateway, quire.cluster.local' })
  const paths = [
    '/',
    '/docs',
    '/docs/openapi/01ABC',
    '/openapi.json',
    '/sites/manual',
    '/v1/open',
    '/v1/echo/1',
    '/nothing',
  ]
  const strangers = [
    ...['evil.example', 'docs.example.com.evil.example', 'x.docs.example.com', 'docs.example.co', 'example.com'],
    ...[
      'evil.localhost',
      'evil.sites.example.net.evil.example',
      'xsites.example.net',
      'quire',
      'local',
      '127.0.0.1.evil.example',
    ],
    ...[
      '2130706433.example',
      '0x7f.1',
      'docs.example.com:80@evil.example',
      'docs.example.com..',
      'docs.example.com, evil.example',
    ],
  ]
  for (const host of strangers) {
    for (const path of paths) {
      const { status, json, headers } = await send(named, path, {
        token,
        headers: { host, 'x-forwarded-host': siteHost },
      })
      expect([host, path, status, headers['access-control-allow-origin']]).toEqual([host, path, 421, undefined])
      expect(json).toEqual({ error: { code: 421, message: expect.stringContaining('use https://docs.example.com') } })
    }
    // Probes name hosts as they like.
    for (const path of ['/healthz', '/readyz'])
      expect((await send(named, path, { headers: { host } })).status).toBe(200)
  }
  const own = [
    ...[
      'docs.example.com',
      'DOCS.example.com:8443',
      'docs.example.com.',
      'localhost:4000',
      '127.0.0.1',
      '192.168.1.5:4000',
    ],
    ...[
      '[::1]:4000',
      '[fe80::1]',
      'sites.example.net',
      '01abc.sites.example.net',
      'gateway:4000',
      'quire.cluster.local',
    ],
  ]
  for (const host of own) {
    const statuses = ['/docs', '/v1/echo/1'].map(
      async (path) => (await send(named, path, { token, headers: { host } })).status,
    )
    expect([host, await Promise.all(statuses)]).toEqual([host, [200, 200]])
  }
  expect((await send(named, '/docs', { headers: { host: siteHost } })).status).not.toBe(421)
})

test('a forwarded host counts only where TRUST_PROXY names the sender', async () => {
  const behind = await world.gateway({ TRUST_PROXY: '127.0.0.1' })
  const from = async (at: typeof gateway, host: string, forwarded: string) =>
    (await send(at, '/docs', { headers: { host, 'x-forwarded-host': forwarded } })).status
  expect(await from(gateway, 'evil.example', 'docs.example.com')).toBe(421)
  expect(await from(gateway, 'docs.example.com', 'evil.example')).toBe(200)
  expect(await from(behind, 'gateway', 'docs.example.com')).toBe(200)
  expect(await from(behind, 'docs.example.com', 'evil.example')).toBe(421)
})

test.each(['https://quire.example', 'quire.example:4000', 'a b', '*.example'])(
  'HOSTS_ALLOW=%s keeps the gateway from starting',
  async (HOSTS_ALLOW) => {
    await expect(world.start({ HOSTS_ALLOW })).rejects.toThrow('HOSTS_ALLOW')
  },
)

test('every caller has their own limit, and is told how much is left', async () => {
  const limited = await world.gateway({ RATE_LIMIT: '2' })
  const first = await send(limited, '/v1/echo/1', { token })
  expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
  expect(Number(first.headers['x-ratelimit-reset']) * 1000).toBeGreaterThan(Date.now())
  await send(limited, '/v1/echo/1', { token: world.token('ada') })
  const third = await send(limited, '/v1/echo/1', { token })
  expect(third.status).toBe(429)
  expect(third.json).toEqual({ error: { code: 429, message: expect.stringContaining('2 requests a minute') } })
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
  expect((await send(limited, '/v1/echo/1', { token: world.token('grace') })).status).toBe(200)
})

test('guessing tokens is limited by address, and a made-up address does not help', async () => {
  const limited = await world.gateway({ RATE_LIMIT: '2' })
  const guess = (address: string) =>
    send(limited, '/v1/echo/1', { token: 'guess', headers: { 'x-forwarded-for': address } })
  expect((await guess('10.0.0.1')).status).toBe(401)
  expect((await guess('10.0.0.2')).status).toBe(401)
  expect((await guess('10.0.0.3')).status).toBe(429)
})

test.each([
  ['no proxies', {}],
  ['other proxies', { TRUST_PROXY: '203.0.113.0/24, ::1' }],
])(
  'where %s are trusted, the address of a caller is what it connects from, whatever headers say',
  async (_, trusted) => {
    const limited = await world.gateway({ RATE_LIMIT: '1', ...trusted })
    const from = (headers: Record<string, string>) => send(limited, '/v1/open', { headers })
    expect((await from({ 'x-forwarded-for': '203.0.113.1' })).status).toBe(200)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-client-ip'])
      expect((await from({ [name]: '203.0.113.2' })).status).toBe(429)
  },
)

test.each(['127.0.0.1', 'loopback', '10.0.0.0/8, 127.0.0.0/8', '1'])(
  'behind a proxy that TRUST_PROXY=%s trusts the address is the one it saw',
  async (TRUST_PROXY) => {
    const limited = await world.gateway({ RATE_LIMIT: '1', TRUST_PROXY })
    const from = (address: string) => send(limited, '/v1/open', { headers: { 'x-forwarded-for': address } })
    expect((await from('203.0.113.1')).status).toBe(200)
    expect((await from('203.0.113.2')).status).toBe(200)
    expect((await from('evil, 203.0.113.1')).status).toBe(429)
  },
)

test.each(['1.2.3', '10.0.0.0/33', 'balancer', '-1', '127.0.0.1,,'])(
  'TRUST_PROXY=%s keeps the gateway from starting',
  async (TRUST_PROXY) => {
    await expect(world.start({ TRUST_PROXY })).rejects.toThrow('TRUST_PROXY')
  },
)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('while sites is away, nobody is told that a host has no site, and addresses of the installation need no sites', async () => {
  const alone = await world.gateway({ SITES_URL: 'http://127.0.0.1:9' })
  const at = async (path: string, host: string) =>
    (await send(alone, path, { token: world.token('ada'), headers: { host } })).status
  expect(await at('/v1/echo/1', 'quire.internal.example')).toBe(503)
  expect(await at('/docs', 'quire.internal.example')).toBe(503)
  // A probe by name that failed would end a healthy gateway.
  expect(await at('/healthz', 'quire.internal.example')).toBe(200)
  expect(await at('/readyz', 'quire.internal.example')).toBe(200)
  for (const own of ['docs.example.com', '127.0.0.1:4000', '[::1]:4000', 'localhost'])
    expect(await at('/docs', own)).toBe(200)
})
