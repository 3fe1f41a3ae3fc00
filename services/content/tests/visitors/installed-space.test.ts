import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { integrationGrantOperations } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import type { z } from 'zod'
import { acme, startWorld, type World } from '../world.ts'

type Grant = z.input<(typeof integrationGrantOperations.findIntegrationGrant.replies)[200]>

/** A stand-in for sites, which has not noticed yet that anything was deleted. */
const grant: Grant = { organizationId: acme, isEnabled: true, scopes: ['space:content:read'] }
const sites = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(grant))
})

let world: World
beforeAll(async () => {
  await new Promise<void>((resolve) => sites.listen(0, '127.0.0.1', resolve))
  world = await startWorld({ SITES_URL: `http://127.0.0.1:${(sites.address() as AddressInfo).port}` })
})
afterAll(async () => {
  await world.stop()
  sites.close()
})

test('the token of an installation reads no space of an organization that is deleted', async () => {
  const { id: spaceId } = await world.makeSpace()
  const integration = { name: 'reader', installationId: 'installed', generation: 1 }
  const as: Caller = { kind: 'integration', scope: 'full', integration }
  const read = async () => (await world.send('listPages', { as, params: { spaceId } })).status
  expect(await read()).toBe(200)
  // As the event would; the stand-in for identity, which is asked after each event, would withdraw it.
  await world.sql().insertInto('deleted_organization').values({ id: acme }).execute()
  expect(await read()).toBe(404)
})
