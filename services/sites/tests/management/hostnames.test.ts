import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { site } from '@quire/contracts'
import { type DnsServer, startDnsServer } from '@quire/world/dns-server'
import { acme, publicUrl, startWorld, type World } from '../world.ts'

let dns: DnsServer
let world: World
let now = Date.now()
/** A site without a hostname. */
let other: string | undefined
const dayMs = 86_400_000
beforeAll(async () => {
  dns = await startDnsServer()
  const settings = { SITES_HOST: 'sites.example.net', HOSTNAMES_ALLOW: 'manual.docs.example.com' }
  world = await startWorld({ DNS_SERVERS: dns.address, ...settings }, { now: () => new Date(now) })
})
afterAll(async () => {
  await world.test.stop()
  dns.close()
})

const text = (siteId: string) => ({ txt: [`quire-site=${siteId}`] })

/**
 * Creates a site that wants a hostname. DNS is queried before it has records: the service's own next query is a minute
 * later, so only the tests verify the hostname.
 */
async function siteWith(hostname: string, as = 'ada', organizationId = acme): Promise<string> {
  const { id } = (await world.send('createSite', { as, params: { organizationId }, body: {} })).body
  await want(id, hostname, as, organizationId)
  expect(await check(hostname, as)).toBe(204)
  return id
}

const want = (siteId: string, hostname: string | null, as = 'ada', organizationId = acme) =>
  world.send('updateSiteById', { as, params: { siteId, organizationId }, body: { hostname } })
const get = (hostname: string, as = 'ada') => world.send('getCustomHostname', { as, params: { hostname } })
const check = async (hostname: string, as = 'ada') =>
  (await world.send('dnsRevalidateCustomHostname', { as, params: { hostname } })).status
const remove = async (hostname: string, as = 'ada') =>
  (await world.send('removeCustomHostname', { as, params: { hostname } })).status

/** Returns the site that an address of the host resolves to, for everybody. */
const resolved = async (hostname: string) =>
  (await world.send('resolvePublishedContentByUrl', { body: { url: `http://${hostname}/` } })).body.site

test('a host is a site’s once DNS says so, and until then nobody’s', async () => {
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] }, 'ada')
  await world.send('publishSite', { params: { siteId } })
  expect((await want(siteId, 'docs.acme.io')).body).toMatchObject({
    hostname: 'docs.acme.io',
    urls: { published: `${publicUrl}/sites/${siteId}` },
  })
  const { body } = await get('docs.acme.io', 'rex')
  // The service may have queried DNS by itself.
  expect({ ...body, status: undefined }).toEqual({
    object: 'custom-hostname',
    hostname: 'docs.acme.io',
    target: { type: 'site', site: siteId },
    isActive: true,
    dns: {
      cname: `${siteId.toLowerCase()}.sites.example.net`,
      txt: { name: '_quire.docs.acme.io', value: `quire-site=${siteId}` },
    },
    urls: { location: `${publicUrl}/v1/custom-hostnames/docs.acme.io` },
  })
  expect(await check('docs.acme.io')).toBe(204)
  expect((await get('docs.acme.io')).body.status).toBe('dns_no_cname')
  dns.records.set('docs.acme.io', { cname: 'sites.example.net' })
  expect(await check('docs.acme.io')).toBe(204)
  expect((await get('docs.acme.io')).body.status).toBe('dns_wrong_cname')
  expect(await resolved('docs.acme.io')).toBeUndefined()
  dns.records.set('docs.acme.io', { cname: body.dns.cname.toUpperCase() })
  const events = await world.test.eventsDuring(async () => expect(await check('docs.acme.io')).toBe(204))
  expect(events.map(({ type, data }) => [type, (data as { address: string }).address])).toEqual([
    [site.saved.type, 'http://docs.acme.io'],
  ])
  expect([await resolved('docs.acme.io'), await check('docs.acme.io')]).toEqual([siteId, 409])
  const [space] = await world.siteSpaces(siteId)
  expect(space?.urls.published).toBe('http://docs.acme.io')
})

test('a host that is only wished for keeps nobody from it, and what is verified is refused to others', async () => {
  const mine = await siteWith('help.acme.io')
  const theirs = await siteWith('help.acme.io', 'olga', 'other')
  expect((await get('help.acme.io', 'olga')).body.target.site).toBe(theirs)
  dns.records.set('_quire.help.acme.io', text(mine))
  expect([await check('help.acme.io', 'olga'), await check('help.acme.io')]).toEqual([204, 204])
  expect((await get('help.acme.io', 'olga')).body).toMatchObject({ isActive: false, status: 'dns_no_cname' })
  expect((await get('help.acme.io')).body).toMatchObject({ isActive: true, status: 'dns_passed' })
  dns.records.set('_quire.help.acme.io', text(theirs))
  expect(await check('help.acme.io', 'olga')).toBe(400)
  expect((await want(await siteWith('other.acme.io', 'olga', 'other'), 'help.acme.io', 'olga', 'other')).status).toBe(
    409,
  )
  expect((await want(await siteWith('more.acme.io'), 'help.acme.io')).status).toBe(409)
  expect([await remove('help.acme.io'), await remove('help.acme.io')]).toEqual([205, 204])
  expect((await get('help.acme.io')).status).toBe(404)
  expect(await check('help.acme.io', 'olga')).toBe(204)
  expect((await get('help.acme.io', 'olga')).body).toMatchObject({ isActive: true, status: 'dns_passed' })
})

test('of two who prove a host at once one has it', async () => {
  const [mine, theirs] = [await siteWith('race.acme.io'), await siteWith('race.acme.io', 'olga', 'other')]
  dns.records.set('_quire.race.acme.io', { txt: [`quire-site=${mine}`, `quire-site=${theirs}`] })
  const statuses = await Promise.all([check('race.acme.io'), check('race.acme.io', 'olga')])
  expect(statuses).toContain(204)
  const active = await Promise.all(['ada', 'olga'].map(async (as) => (await get('race.acme.io', as)).body.isActive))
  expect(active.sort()).toEqual([false, true])
})

test('administrators change hosts, who sees the site reads them, and to others they are not there', async () => {
  const siteId = await siteWith('kept.acme.io')
  dns.records.set('_quire.kept.acme.io', text(siteId))
  for (const as of ['cleo', 'rex']) {
    expect([
      (await want(siteId, null, as)).status,
      await check('kept.acme.io', as),
      await remove('kept.acme.io', as),
    ]).toEqual([403, 403, 403])
    expect((await get('kept.acme.io', as)).status).toBe(200)
  }
  for (const as of ['gus', 'olga']) {
    expect([
      (await get('kept.acme.io', as)).status,
      await check('kept.acme.io', as),
      await remove('kept.acme.io', as),
    ]).toEqual([404, 404, 204])
  }
  expect((await get('kept.acme.io')).body.status).toBe('dns_no_cname')
})

test('another wish, none, and the end of a site free what was verified', async () => {
  const free = async (give: (siteId: string) => Promise<unknown>) => {
    const siteId = await siteWith('free.acme.io')
    dns.records.set('_quire.free.acme.io', text(siteId))
    expect(await check('free.acme.io')).toBe(204)
    const { body } = await world.send('getSiteById', { params: { siteId } })
    expect(body.hostname).toBe('free.acme.io')
    await give(siteId)
    expect((await get('free.acme.io')).status).toBe(404)
  }
  await free((siteId) => want(siteId, 'next.acme.io'))
  await free((siteId) => want(siteId, null))
  await free((siteId) => world.send('deleteSiteById', { as: 'ada', params: { siteId } }))
})

test.each([
  ['docs.example.com', 'the installation’s own'],
  ['sites.example.net', 'where hosts point at'],
  ['a.sites.example.net', 'beneath it'],
  ['other.docs.example.com', 'beneath the public one'],
  ['10.0.0.12', 'an address'],
  ['1.2.3.0x10', 'an address in other digits'],
  ['docs', 'one part'],
  ['acme.io', 'a domain'],
  ['a.b.localhost', 'the machine'],
  ['Docs.acme.io', 'capitals'],
  ['docs.acme.io.', 'a dot at the end'],
  ['docs..acme.io', 'an empty part'],
  ['docs.acme.io:80', 'a port'],
  ['größe.acme.io', 'not in its xn-- form'],
  [`${'a'.repeat(64)}.acme.io`, 'too long a part'],
  [`${'abcdefgh.'.repeat(28)}io`, 'too long'],
  ['*.acme.io', 'a pattern'],
  ['docs.acme.io/x', 'a path'],
])('%j is no site’s host: %s', async (hostname) => {
  other ??= (await world.makeSite({}, 'ada')).id
  const { status, body } = await want(other, hostname)
  expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/^body\.hostname: /)])
})

test('a name beneath the installation’s is a site’s where its operator allows it', async () => {
  expect((await get('manual.docs.example.com')).status).toBe(404)
  await siteWith('manual.docs.example.com')
  expect((await get('manual.docs.example.com')).status).toBe(200)
})

test('nobody gets beneath a verified host by naming it as a proxy’s', async () => {
  const siteId = await siteWith('guides.acme.io')
  await world.send('addSpaceToSite', { params: { siteId }, body: { spaceId: 'manual' } })
  await world.send('publishSite', { params: { siteId } })
  dns.records.set('_quire.guides.acme.io', text(siteId))
  await check('guides.acme.io')
  const eve = { as: 'olga', params: { organizationId: 'other' } }
  const { body: other } = await world.send('createSite', { ...eve, body: { spaces: ['foreign'] } })
  const params = { organizationId: 'other', siteId: other.id }
  await world.send('publishSite', { as: 'olga', params })
  const { status } = await world.send('updateSiteById', { as: 'olga', params, body: { proxy: 'guides.acme.io/start' } })
  expect(status).toBe(200)
  // Not even with a record, which whoever owns the host may have made for another purpose.
  dns.records.set('_quire.guides.acme.io', { txt: [siteId, other.id].map((id) => `quire-site=${id}`) })
  expect(await check('guides.acme.io', 'olga')).toBe(204)
  expect((await get('guides.acme.io', 'olga')).body).toMatchObject({ status: 'dns_passed', target: { site: other.id } })
  expect(await resolved('guides.acme.io/start')).toBe(siteId)
})

test('a proxy leads to a site once DNS proves its host for that site, and until then to nobody, whoever came first', async () => {
  const published = async (as: string, organizationId: string, space: string) => {
    const params = { organizationId }
    const { id } = (await world.send('createSite', { as, params, body: { spaces: [space] } })).body
    await world.send('publishSite', { as, params: { ...params, siteId: id } })
    return { as, params: { ...params, siteId: id } }
  }
  const first = await published('olga', 'other', 'foreign')
  const second = await published('ada', acme, 'manual')
  const wish = (one: typeof first, proxy: string | null) => world.send('updateSiteById', { ...one, body: { proxy } })
  const found = () => resolved('proxied.acme.io/docs/start')
  expect((await wish(first, 'Proxied.acme.io/docs')).body.proxy.origin).toBe('Proxied.acme.io/docs')
  expect((await wish(second, 'proxied.acme.io/docs')).status).toBe(200)
  expect([await check('proxied.acme.io', 'olga'), await check('proxied.acme.io')]).toEqual([204, 204])
  expect([await found(), (await get('proxied.acme.io')).body.status]).toEqual([undefined, 'dns_no_cname'])
  const { siteId } = second.params
  dns.records.set('_quire.proxied.acme.io', text(siteId))
  expect(await check('proxied.acme.io', 'olga')).toBe(204)
  expect(await found()).toBeUndefined()
  expect(await check('proxied.acme.io')).toBe(204)
  expect([await found(), (await get('proxied.acme.io')).body]).toMatchObject([
    siteId,
    { status: 'dns_passed', isActive: true, target: { site: siteId } },
  ])
  // The wish of the other organization is inactive, and no further one is taken.
  expect((await get('proxied.acme.io', 'olga')).body).toMatchObject({ isActive: false })
  expect(await check('proxied.acme.io', 'olga')).toBe(400)
  expect((await wish(first, null)).body.proxy).toBeUndefined()
  expect((await wish(first, 'PROXIED.acme.io/DOCS')).status).toBe(409)
  // Another path of the host needs a proof of its own.
  expect((await wish(first, 'proxied.acme.io/docs/start')).status).toBe(200)
  expect(await check('proxied.acme.io', 'olga')).toBe(204)
  expect(await found()).toBe(siteId)
  // The path of a proved host takes a proof for its own site.
  dns.records.set('_quire.proxied.acme.io', { txt: [siteId, first.params.siteId].map((id) => `quire-site=${id}`) })
  expect(await check('proxied.acme.io', 'olga')).toBe(204)
  expect(await found()).toBe(first.params.siteId)
  expect(await remove('proxied.acme.io', 'olga')).toBe(205)
  expect(await found()).toBe(siteId)
  expect((await wish(second, null)).body.proxy).toBeUndefined()
  expect(await found()).toBeUndefined()
})

test.each(['docs.example.com/sites', 'a.sites.example.net/docs', 'x.docs.example.com/docs', 'docs.LOCALHOST/x'])(
  'the proxy %s is at no host that a customer can have',
  async (proxy) => {
    other ??= (await world.makeSite({}, 'ada')).id
    const sent = { as: 'ada', params: { siteId: other }, body: { proxy } }
    const { status, body } = await world.send('updateSiteById', sent)
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/^body\.proxy: its host /)])
  },
)

test('a verified host outlasts an outage, and is lost after a week in which DNS says that it is another’s', async () => {
  const siteId = await siteWith('lasting.acme.io')
  await world.send('addSpaceToSite', { as: 'ada', params: { siteId }, body: { spaceId: 'manual' } })
  await world.send('publishSite', { params: { siteId } })
  const say = (what: { txt?: string[] } | false) => {
    for (const name of ['lasting.acme.io', '_quire.lasting.acme.io']) dns.records.set(name, what)
  }
  const after = async (days: number, statuses: number[]) => {
    now += days * dayMs
    if (statuses.length === 0) await world.test.restart()
    // A job ends before its service does, so everything that was due at the last start is done.
    if (statuses.length === 0) await world.test.restart()
    for (const status of statuses) expect(await check('lasting.acme.io')).toBe(status)
    return [(await get('lasting.acme.io')).body.status, (await resolved('lasting.acme.io')) === siteId]
  }
  say(text(siteId))
  expect(await after(0, [204, 409])).toEqual(['dns_passed', true])
  say(false)
  expect(await after(1, [])).toEqual(['internal_error', true])
  expect(await after(30, [204])).toEqual(['internal_error', true])
  say({})
  expect(await after(0, [204])).toEqual(['dns_no_cname', true])
  expect(await after(6.9, [204])).toEqual(['dns_no_cname', true])
  expect(await after(0.2, [204])).toEqual(['dns_no_cname', false])
  say(text(siteId))
  expect(await after(1, [])).toEqual(['dns_passed', true])
})
