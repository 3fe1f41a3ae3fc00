import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { revocationKey } from '@quire/kit'
import type { RunningGateway } from '../src/app.ts'
import { siteTokenFor, tokenFor } from './test-secrets.ts'
import { openWorld, send, type World } from './world.ts'

let world: World
let gateway: RunningGateway
beforeAll(async () => {
  world = await openWorld()
  gateway = await world.gateway({ RATE_LIMIT: '0' })
})
afterAll(() => world.close())

/** A token whose header says JWT and whose payload is no JSON. */
const noJson = `${btoa('{"alg":"RS256","typ":"JWT"}')}.${btoa('no JSON')}.c2lnbmF0dXJl`.replaceAll('=', '')

const call = (token: string) => send(gateway, '/v1/echo/1', { token })

test('a token of a published site is passed on as what it lets its visitor see', async () => {
  const claims = { claims: { plan: 'pro' }, shareLink: 'link' }
  const { status, json } = await call(siteTokenFor(world.secrets, claims))
  const visit = { siteId: 'docs', generation: 3, claims: claims.claims, shareLinkId: 'link' }
  expect([status, json]).toMatchObject([
    200,
    { principal: { caller: { kind: 'site', scope: 'read', organizationId: 'org', tokenId: 'visit', visit } } },
  ])
  expect(Object(json).principal.caller).not.toHaveProperty('userId')
})

test('a token of a site is passed on with the address that sent it, which stands for no visitor', async () => {
  const behind = await world.gateway({ RATE_LIMIT: '0', TRUST_PROXY: '127.0.0.1' })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const { json } = await send(behind, '/v1/echo/1', { token: siteTokenFor(world.secrets), headers })
  const { caller } = Object(json).principal
  expect([caller.tokenAddress, caller.address]).toEqual(['203.0.113.7', undefined])
})

test('the keys of one kind of token vouch for none of the other, and what is over or unknown is refused', async () => {
  const { secrets } = world
  const swapped = { ...secrets, privateKey: secrets.sitePrivateKey, sitePrivateKey: secrets.privateKey }
  const refused = [
    siteTokenFor(swapped, {}, { keyid: 'one' }),
    siteTokenFor(swapped),
    siteTokenFor(secrets, {}, { audience: 'quire-api' }),
    siteTokenFor(secrets, {}, { audience: 'quire-site-preview' }),
    tokenFor(swapped, 'ada', {}, { keyid: 'of sites' }),
    tokenFor(swapped, 'ada'),
    siteTokenFor(secrets, {}, { expiresIn: -1 }),
    siteTokenFor(secrets, { kind: 'space' }),
    siteTokenFor(secrets, { only: 'this page' }),
    noJson,
  ]
  for (const token of refused) expect((await call(token)).status).toBe(401)
})

test('a preview ends with the access token that it was made with', async () => {
  const token = siteTokenFor(world.secrets, { preview: { user: 'ada', token: 'mine' } })
  expect((await call(token)).status).toBe(200)
  const key = revocationKey('identity.token', 'mine')
  await world.bus.revocations.put(key, '')
  await gateway.revocations.learned(key)
  expect((await call(token)).status).toBe(401)
})
