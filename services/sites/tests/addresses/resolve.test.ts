import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { BaseConfig, type Caller, createLog, loadConfig, openBus, revocationKey } from '@quire/kit'
import { type DnsServer, startDnsServer } from '@quire/world/dns-server'
import jwt from 'jsonwebtoken'
import { publicUrl, startWorld, type World } from '../world.ts'

let dns: DnsServer
let world: World
beforeAll(async () => {
  dns = await startDnsServer()
  world = await startWorld({ DNS_SERVERS: dns.address })
})
afterAll(async () => {
  await world.test.stop()
  dns.close()
})

/** Has DNS prove the host of a proxy for its site. */
async function prove(hostname: string, siteId: string) {
  dns.records.set(`_quire.${hostname}`, { txt: [`quire-site=${siteId}`] })
  // The service may have asked DNS by itself: then there is nothing to ask any more.
  const { status } = await world.send('dnsRevalidateCustomHostname', { as: 'ada', params: { hostname } })
  expect([204, 409]).toContain(status)
}

const nobody: Caller = { kind: 'none', scope: 'full' }

const resolve = (url: string, visitor: object = {}, more: object = {}) =>
  world.send('resolvePublishedContentByUrl', { as: nobody, body: { url, visitor, ...more } })

/** Creates a published site of ada with these spaces; returns her further changes to it, and its address. */
async function siteOf(spaces: string[], visibility = 'public') {
  const { id: siteId } = await world.makeSite({ spaces, visibility }, 'ada')
  const params = { siteId }
  await world.send('publishSite', { as: 'ada', params })
  const change = async (id: Parameters<World['send']>[0], body?: object, more: object = {}) => {
    const answer = await world.send(id, { as: 'ada', params: { ...params, ...more }, ...(body && { body }) })
    expect([id, answer.status < 300 || answer.body]).toEqual([id, true])
    return answer.body
  }
  return { siteId, address: `${publicUrl}/sites/${siteId}`, change }
}

test('a path leads to the section and the variant that it names, to the default ones, and on to a page', async () => {
  const { siteId, address, change } = await siteOf(['manual'])
  const section = await change('addSectionToSite', { spaceId: 'guide', title: 'Guides' })
  await change('addSpaceToSite', { spaceId: 'notes', sectionId: section.id })
  const found = async (path: string) => {
    const { status, body } = await resolve(address + path)
    return status === 200 ? [body.space, body.basePath, body.pathname, body.complete] : status
  }
  const base = `/sites/${siteId}`
  expect(await found('')).toEqual(['manual', `${base}/`, '', false])
  expect(await found('/')).toEqual(['manual', `${base}/`, '', false])
  expect(await found('/install/linux')).toEqual(['manual', `${base}/`, 'install/linux', true])
  expect(await found('/guides')).toEqual(['guide', `${base}/guides/`, '', false])
  expect(await found('/Guides/notes')).toEqual(['notes', `${base}/Guides/notes/`, '', true])
  expect(await found('/guides/notes/a/b')).toEqual(['notes', `${base}/guides/notes/`, 'a/b', true])
  expect(await found('/guides/page')).toEqual(['guide', `${base}/guides/`, 'page', true])
  // A preview begins where visitors do, whichever section is the default one.
  const [{ id: first }] = (await change('listSiteSections')).items
  for (const defaultSiteSection of [section.id, first]) {
    await change('updateSiteById', { defaultSiteSection })
    const { url } = await change('getSitePublishingPreviewById')
    expect(new URL(url).pathname).toBe(base)
  }
  expect(await found('/notes')).toEqual(['manual', `${base}/`, 'notes', true])

  const { body } = await resolve(`${address}/guides/guide/gr%C3%B6%C3%9Fe?x=1`)
  expect(body).toMatchObject({ site: siteId, siteSection: section.id, organization: 'acme', siteBasePath: `${base}/` })
  expect([body.pathname, body.canonicalUrl]).toEqual(['gr%C3%B6%C3%9Fe', `${address}/guides/gr%C3%B6%C3%9Fe`])
  expect(jwt.decode(body.apiToken)).toMatchObject({
    kind: 'site',
    space: 'guide',
    spaces: ['manual', 'guide', 'notes'],
  })
  expect((await resolve(address)).body.apiToken).toBe((await resolve(`${address}/elsewhere`)).body.apiToken)
})

test('a site is found by its basename and its proxy too, and by nothing that only looks like them', async () => {
  const { siteId, change } = await siteOf(['manual'])
  await change('updateSiteById', { basename: 'handbook', proxy: 'Example.com/docs/v1' })
  await prove('example.com', siteId)
  for (const url of [
    `${publicUrl}/sites/handbook`,
    `${publicUrl}/sites/${siteId}/`,
    'https://example.com/docs/v1/start',
    'https://EXAMPLE.com.:8443/docs/V1',
  ])
    expect([url, (await resolve(url)).body.site]).toEqual([url, siteId])
  expect((await resolve('https://example.com/docs/v1/start')).body).toMatchObject({
    pathname: 'start',
    siteBasePath: '/docs/v1/',
    canonicalUrl: `${publicUrl}/sites/handbook/start`,
  })
  const messages = new Set()
  for (const url of [
    `${publicUrl}/sites`,
    `${publicUrl}/sites/Handbook`,
    `${publicUrl}/sites/hand`,
    `${publicUrl}/handbook`,
    'https://docs.example.com.evil.test/sites/handbook',
    'https://docs.example.com@evil.test/sites/handbook',
    `${publicUrl.replace('//', '//ada:secret@')}/sites/handbook`,
    `${publicUrl}/sites/handbook/..%2f..%2fsecret`,
    `${publicUrl}/sites/handbook/a%5cb`,
    `${publicUrl}/sites/handbook/a%00b`,
    `${publicUrl}/sites//handbook`,
    `${publicUrl}/sites/%ff`,
    `${publicUrl}/sites/handbook${'/a'.repeat(200)}`,
    'https://example.com/docs',
    'https://sub.example.com/docs/v1',
  ]) {
    const { status, body } = await resolve(url)
    expect([url, status]).toEqual([url, 404])
    messages.add(body.error.message)
  }
  expect(messages.size).toBe(1)
  for (const url of ['ftp://example.com/', 'handbook', `${publicUrl}/${'a'.repeat(5000)}`])
    expect((await resolve(url)).status).toBe(400)
})

test.each(['null', '"ada"', '1', '[]', 'no JSON'])(
  'a token of a visitor that holds %s opens nothing',
  async (payload) => {
    const { address, change } = await siteOf(['manual'], 'visitor-auth')
    const { privateKey } = await change('getSitePublishingAuthById')
    const encode = (text: string) => Buffer.from(text).toString('base64url')
    const signed = `${encode('{"typ":"JWT","alg":"HS256"}')}.${encode(payload)}`
    const jwtToken = `${signed}.${createHmac('sha256', privateKey).update(signed).digest('base64url')}`
    expect((await resolve(address, { jwtToken })).status).toBe(404)
  },
)

test('sections and spaces are open to visitors for whom their conditions hold', async () => {
  const { address, change } = await siteOf(['manual', 'guide', 'notes'], 'visitor-auth')
  const { privateKey } = await change('getSitePublishingAuthById')
  const structure = await change('getSiteStructure')
  const idOf = (space: string) => structure.structure.find((one: { path: string }) => one.path === space).id
  const only = (condition: string, space: string) =>
    change('updateSiteSpaceById', { condition }, { siteSpaceId: idOf(space) })
  await only('visitor.claims.plan === "pro"', 'manual')
  await only('visitor.claims.unsigned.beta', 'notes')
  await change('updateSiteAdaptiveSchema', {
    jsonSchema: {
      type: 'object',
      properties: {
        plan: { type: 'string' },
        unsigned: { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false },
      },
      additionalProperties: false,
    },
  })
  const open = async (claims: object, unsignedClaims: object = {}) => {
    const jwtToken = jwt.sign({ ...claims, secret: 'x' }, privateKey, { expiresIn: '1h' })
    const { body } = await resolve(address, { jwtToken, unsignedClaims })
    const token = jwt.decode(body.apiToken, { json: true })
    return [body.space, token?.spaces, token?.claims]
  }
  expect(await open({})).toEqual(['guide', ['guide'], undefined])
  expect(await open({ plan: 'pro' })).toEqual(['manual', ['manual', 'guide'], { plan: 'pro' }])
  const beta = { unsigned: { beta: true } }
  expect(await open({}, { beta: true, plan: 'pro' })).toEqual(['guide', ['guide', 'notes'], beta])
  // Unsigned claims never pass for signed ones.
  expect(await open({ unsigned: { beta: true } }, { plan: 'pro' })).toEqual(['guide', ['guide'], undefined])
})

test('visitors without a valid token are sent to the fallback address, where there is one', async () => {
  const { siteId, address, change } = await siteOf(['manual'], 'visitor-auth')
  expect((await resolve(address)).status).toBe(404)
  await change('updateSitePublishingAuthById', { fallbackURL: 'https://login.example.com/in?app=docs' })
  const { body } = await resolve(`${address}/a?x=1&jwt_token=y#z`)
  expect(body).toEqual({
    target: 'external',
    redirect: 'https://login.example.com/in?app=docs&location=%2Fa',
    site: siteId,
  })
  expect((await resolve(address, { jwtToken: 'wrong' })).status).toBe(404)
  expect((await resolve(address, { jwtToken: 'wrong' }, { redirectOnError: true })).body.target).toBe('external')
  await change('unpublishSite')
  expect((await resolve(address)).status).toBe(404)
})

test('a redirect leads from its path to what the reader may see, and never to itself', async () => {
  const { address, change } = await siteOf(['manual', 'guide'])
  const structure = await change('getSiteStructure')
  const toGuide = { kind: 'site-space', siteSpaceId: structure.structure[1].id }
  const redirect = await change('createSiteRedirect', { source: '/old/gr%C3%B6%C3%9Fe', destination: toGuide })
  await change('createSiteRedirect', { source: '/guide', destination: toGuide })
  await change('createSiteRedirect', { source: '/later', destination: toGuide, draft: true })
  await change('createSiteRedirect', {
    source: '/out',
    destination: { kind: 'external', url: 'https://example.com/x' },
  })
  const answer = { target: 'content', redirect: `${address}/guide` }
  expect((await resolve(`${address}/old/gr%c3%b6%C3%9Fe/`)).body).toEqual(answer)
  expect((await resolve(`${address}/guide`)).body).toMatchObject({ space: 'guide' })
  expect((await resolve(`${address}/later`)).body).toMatchObject({ space: 'manual' })
  expect((await resolve(`${address}/out`)).body).toMatchObject({
    target: 'external',
    redirect: 'https://example.com/x',
  })
  const again = await world.send('createSiteRedirect', {
    as: 'ada',
    params: { siteId: redirect.siteId ?? address.split('/').at(-1) },
    body: { source: '/old/gr%C3%B6%C3%9Fe', destination: toGuide },
  })
  expect(again.status).toBe(409)
  await change('deleteSiteSpaceById', undefined, { siteSpaceId: toGuide.siteSpaceId })
  expect((await resolve(`${address}/old/gr%C3%B6%C3%9Fe`)).body).toMatchObject({ space: 'manual' })
})

test('redirects that lead back, by whatever address, or over too many others, lead nowhere', async () => {
  const { siteId, address, change } = await siteOf(['manual', 'guide'])
  await change('updateSiteById', { basename: 'round', proxy: 'round.example.com/docs' })
  await prove('round.example.com', siteId)
  const other = await siteOf(['manual'])
  const structure = await change('getSiteStructure')
  const toGuide = { kind: 'site-space', siteSpaceId: structure.structure[1].id }
  const to = (url: string) => ({ kind: 'external', url })
  const add = async (source: string, destination: object) => change('createSiteRedirect', { source, destination })
  const led = async (path: string, from = address) => (await resolve(`${from}${path}`)).body.redirect
  const bySource = async (source: string) =>
    (await world.send('getSiteRedirectBySource', { params: { siteId }, query: { source } })).status

  await add('/one', to(`${address}/two?x=1#y`))
  expect(await led('/one')).toBe(`${address}/two?x=1#y`)
  await add('/two', to('https://round.example.com/docs/one'))
  expect([await led('/one'), await led('/two'), await bySource('/two')]).toEqual([undefined, undefined, 404])
  expect((await resolve(`${address}/one`)).body).toMatchObject({ space: 'manual', pathname: 'one' })
  // A redirect into a loop leads to the page where the loop is broken.
  await add('/before', to(`${publicUrl}/sites/round/one`))
  expect([await led('/before'), await bySource('/before')]).toEqual([`${publicUrl}/sites/round/one`, 200])

  await add('/guide', to(`${other.address}/there`))
  await add('/start', toGuide)
  expect([await led('/start'), await bySource('/start')]).toEqual([`${publicUrl}/sites/round/guide`, 200])
  await other.change('createSiteRedirect', { source: '/there', destination: to(`${address}/start`) })
  for (const path of ['/start', '/guide']) expect([path, await led(path)]).toEqual([path, undefined])
  expect(await led('/there', other.address)).toBeUndefined()

  for (let at = 0; at < 10; at++) await add(`/chain/${at}`, to(`${address}/chain/${at + 1}`))
  expect(await led('/chain/0')).toBe(`${address}/chain/1`)
  await add('/chain/10', to(`${address}/chain/11`))
  expect([await led('/chain/0'), await led('/chain/1')]).toEqual([undefined, `${address}/chain/2`])
})

test('no chain of redirects tells which ones a private site of another organization has', async () => {
  const { address, change } = await siteOf(['manual'])
  const to = (url: string) => ({ kind: 'external', url })
  const foreign = async (id: Parameters<World['send']>[0], siteId: string, body?: object) => {
    const params = { organizationId: 'other', ...(siteId && { siteId }) }
    const answer = await world.send(id, { as: 'olga', params, ...(body && { body }) })
    expect([id, answer.status < 300 || answer.body]).toEqual([id, true])
    return answer.body
  }
  const { id } = await foreign('createSite', '', { spaces: ['foreign'], visibility: 'visitor-auth' })
  await foreign('publishSite', id)
  await foreign('createSiteRedirect', id, { source: '/secret', destination: to(`${address}/chain/0`) })
  await change('createSiteRedirect', { source: '/chain/0', destination: to(`${publicUrl}/sites/${id}/secret`) })
  const led = async () => (await resolve(`${address}/chain/0`)).body.redirect
  expect(await led()).toBe(`${publicUrl}/sites/${id}/secret`)
  await foreign('updateSiteById', id, { visibility: 'public' })
  expect(await led()).toBeUndefined()
})

test('a preview shows a member what they may read of a site, for an hour, with the claims that they assume', async () => {
  const { siteId, address, change } = await siteOf(['hidden', 'manual'], 'share-link')
  await change('unpublishSite')
  const preview = async (as: string, query: Record<string, string> = {}) => {
    const { status, body } = await world.send('getSitePublishingPreviewById', { as, params: { siteId }, query })
    return status === 200 ? new URL(body.url) : status
  }
  const seen = async (url: URL | number) => {
    if (typeof url === 'number') return url
    const { status, body } = await resolve(url.origin + url.pathname, { jwtToken: url.searchParams.get('jwt_token') })
    return status === 200 ? [body.space, jwt.decode(body.apiToken, { json: true })?.spaces, body.preview] : status
  }
  expect(await seen(await preview('ada'))).toEqual(['hidden', ['hidden', 'manual'], true])
  expect(await seen(await preview('rex'))).toEqual(['manual', ['manual'], true])
  expect(await preview('gus')).toBe(404)
  expect(await preview('rex', { claims: '(plan' })).toBe(400)
  const url = await preview('rex', { claims: '(plan:pro)' })
  if (typeof url === 'number') throw new Error(`${url}`)
  const { body } = await resolve(address, { jwtToken: url.searchParams.get('jwt_token') })
  expect(jwt.decode(body.apiToken)).toMatchObject({ claims: { plan: 'pro' }, preview: { user: 'rex' } })
  // The token is valid only on its own site, and only as a preview.
  const other = await siteOf(['manual'], 'visitor-auth')
  expect((await resolve(other.address, { jwtToken: url.searchParams.get('jwt_token') })).status).toBe(404)
  expect((await resolve(address, { jwtToken: body.apiToken })).status).toBe(404)
})

test('a preview ends with the access token that it was made with', async () => {
  const { siteId, address, change } = await siteOf(['manual'])
  await change('unpublishSite')
  const as: Caller = { kind: 'user', userId: 'ada', scope: 'full', tokenId: 'lent' }
  const { body } = await world.send('getSitePublishingPreviewById', { as, params: { siteId } })
  const jwtToken = new URL(body.url).searchParams.get('jwt_token')
  expect((await resolve(address, { jwtToken })).status).toBe(200)
  const bus = await openBus(loadConfig(BaseConfig, world.test.env), 'test', createLog('test', 'fatal'))
  await bus.revocations.put(revocationKey('identity.token', 'lent'), '')
  await bus.close()
  // A starting service knows all revocations before it answers.
  await world.test.restart()
  expect((await resolve(address, { jwtToken })).status).toBe(404)
})

test('a preview, and the token that it gives, end when the access token expires that it was made with', async () => {
  const { siteId, address } = await siteOf(['manual'])
  const tokenExpiresAt = Math.floor(Date.now() / 1000) + 300
  const as: Caller = { kind: 'user', userId: 'ada', scope: 'full', tokenId: 'short', tokenExpiresAt }
  const { body } = await world.send('getSitePublishingPreviewById', { as, params: { siteId } })
  const jwtToken = new URL(body.url).searchParams.get('jwt_token') ?? ''
  expect(jwt.decode(jwtToken)).toMatchObject({ exp: tokenExpiresAt })
  const { apiToken } = (await resolve(address, { jwtToken })).body
  expect(jwt.decode(apiToken)).toMatchObject({ exp: tokenExpiresAt })
})

test('claims are those that the site expects now, in previews too, and none where its adaptive content is off', async () => {
  const { siteId, address, change } = await siteOf(['manual'], 'visitor-auth')
  const { privateKey } = await change('getSitePublishingAuthById')
  const visitor = jwt.sign({ plan: 'pro', seats: 3 }, privateKey, { expiresIn: '1h' })
  const query = { claims: '(plan:pro,seats:3,unsigned:(beta:!t,other:!t))' }
  const preview = await world.send('getSitePublishingPreviewById', { as: 'ada', params: { siteId }, query })
  const assumed = new URL(preview.body.url).searchParams.get('jwt_token')
  const seen = async (jwtToken: string | null) => {
    const token = (await resolve(address, { jwtToken })).body.apiToken
    return { token, claims: jwt.decode(token, { json: true })?.claims }
  }
  const { token, claims } = await seen(visitor)
  expect([claims, (await seen(assumed)).claims]).toEqual([
    { plan: 'pro', seats: 3 },
    { plan: 'pro', seats: 3 },
  ])
  const generation = (text: string) => jwt.decode(text, { json: true })?.generation
  const properties = {
    plan: { type: 'string' },
    unsigned: { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false },
  }
  await change('updateSiteAdaptiveSchema', { jsonSchema: { type: 'object', properties, additionalProperties: false } })
  const cut = await seen(visitor)
  expect([cut.claims, (await seen(assumed)).claims]).toEqual([
    { plan: 'pro' },
    { plan: 'pro', unsigned: { beta: true } },
  ])
  expect(generation(cut.token)).toBe(generation(token) + 1)

  await change('updateSiteById', { adaptiveContent: { enabled: true } })
  expect(generation((await seen(visitor)).token)).toBe(generation(cut.token))
  await change('updateSiteById', { adaptiveContent: { enabled: false } })
  const off = await seen(visitor)
  expect([off.claims, (await seen(assumed)).claims]).toEqual([undefined, undefined])
  expect(generation(off.token)).toBe(generation(cut.token) + 1)
  await change('updateSiteById', { adaptiveContent: { enabled: true } })
  expect((await seen(visitor)).claims).toEqual({ plan: 'pro' })
})

test('who may not create on all spaces of a site does not turn its adaptive content on or off', async () => {
  const { siteId } = await siteOf(['manual', 'hidden'])
  const turn = async (as: string) =>
    (await world.send('updateSiteById', { as, params: { siteId }, body: { adaptiveContent: { enabled: false } } }))
      .status
  expect([await turn('cleo'), await turn('ada')]).toEqual([403, 200])
})
