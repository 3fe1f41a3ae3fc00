import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { type Api, apiOf } from './support/api-client.ts'
import { type SeededOrganization, seed } from './support/seed.ts'

/** An endpoint of a model that answers at once, and counts what it is asked. */
let model: { url: string; count: () => number; stop: () => void }
let world: World
let api: Api
let token: string
/** A member who has asked nothing before. */
let member: string
let seeded: SeededOrganization

const question = 'How do I turn the crank?'
const written = (content: string, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`

beforeAll(async () => {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(written('Turn it [1].', 'stop'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => void server.close().closeAllConnections()
  model = { url: `http://127.0.0.1:${port}/v1`, count: () => count, stop }
  world = await createWorld({
    env: { AI_BASE_URL: model.url, AI_MODEL: 'small', AI_ASKS_PER_MINUTE: '1', TRUST_PROXY: 'loopback' },
  })
  api = apiOf(world.gateways[0] ?? '')
  const ada = await world.person('ada@example.com', 'Ada Lovelace')
  token = ada.token
  seeded = await seed(api, ada, 'Acme')
  const bob = await world.person('bob@example.com', 'Bob')
  member = bob.token
  const [params, body] = [{ organizationId: seeded.organizationId }, { emails: [{ email: bob.email, role: 'admin' }] }]
  await api.made('inviteUsersToOrganization', token, { params, body })
})
afterAll(async () => {
  await world?.close()
  model?.stop()
})

let sites = 0

/** A public site, whose visitors ask from an address of their choice, each with a token that nobody else has. */
async function publicSite() {
  sites += 1
  const { organizationId, spaceId } = seeded
  const made = (operation: string, params: object, body?: object) =>
    api.made(operation, token, { params: { organizationId, ...params }, ...(body && { body }) })
  const basename = `bounds${sites}`
  const { id: siteId } = await made('createSite', {}, { title: 'Public', visibility: 'public', spaces: [spaceId] })
  await made('updateSiteById', { siteId }, { basename })
  const unsigned = { type: 'object', properties: { visitor: { type: 'string' } }, additionalProperties: false }
  const jsonSchema = { type: 'object', properties: { unsigned }, additionalProperties: false }
  await made('updateSiteAdaptiveSchema', { siteId }, { jsonSchema })
  await made('publishSite', { siteId })
  const url = `http://quire.test/sites/${basename}`
  const tokens = new Set<string>()
  return {
    tokens,
    askWith: (by: string, address: string) =>
      api
        .send('streamAskInSite', by, {
          ...{ params: { organizationId, siteId }, body: { question } },
          headers: { 'x-forwarded-for': address },
        })
        .then(({ status }) => status),
    async ask(address: string) {
      const body = { url, visitor: { unsignedClaims: { visitor: String(tokens.size) } } }
      const { apiToken } = (await api.send('resolvePublishedContentByUrl', undefined, { body })).body
      tokens.add(apiToken)
      return this.askWith(apiToken, address)
    },
    askOnPage: (address: string) =>
      fetch(`${world.gateways[0]}/sites/${basename}/-/ask.events?${new URLSearchParams({ q: question })}`, {
        headers: { 'x-forwarded-for': address },
      }).then((answer) => answer.text()),
  }
}

test('however many tokens of a site somebody has, they ask a model as often as one caller, and neighbours as ever', async () => {
  const site = await publicSite()
  const before = model.count()
  expect(await site.ask('203.0.113.1')).toBe(200)
  for (let again = 0; again < 3; again += 1) expect(await site.ask('203.0.113.1')).toBe(429)
  expect(await site.ask('203.0.113.2')).toBe(200)
  expect([site.tokens.size, model.count() - before]).toEqual([5, 2])
})

test('the networks of one customer of IPv6 ask as one caller, by tokens and on pages', async () => {
  const site = await publicSite()
  expect([await site.ask('2001:db8:1:100::7'), await site.ask('2001:db8:1:200::7')]).toEqual([200, 429])
  expect(await site.ask('2001:db8:2:100::7')).toBe(200)
  expect(await site.askOnPage('2001:db8:3:100::7')).toContain('event: done')
  expect(await site.askOnPage('2001:db8:3:200::7')).toContain('event: error')
})

test('the visitors of one site ask as often as eight callers, and keep neither other sites nor members from asking', async () => {
  const [site, other] = [await publicSite(), await publicSite()]
  const statuses: number[] = []
  for (let visitor = 1; visitor <= 9; visitor += 1) statuses.push(await site.ask(`198.51.100.${visitor}`))
  expect(statuses).toEqual([...Array(8).fill(200), 429])
  expect(await site.askOnPage('198.51.100.10')).toContain('event: error')
  expect(await other.ask('198.51.100.9')).toBe(200)
  expect(await site.askWith(member, '198.51.100.9')).toBe(200)
})

test('a network asks as often as eight callers on all sites together', async () => {
  const statuses: number[] = []
  for (let sites = 1; sites <= 9; sites += 1) statuses.push(await (await publicSite()).ask('192.0.2.1'))
  expect(statuses).toEqual([...Array(8).fill(200), 429])
})
