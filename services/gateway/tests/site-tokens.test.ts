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
