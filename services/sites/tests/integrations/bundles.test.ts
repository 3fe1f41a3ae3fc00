import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { integrationWebOperations } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../../src/database.ts'
import { acme, publicUrl, startWorld, type World } from '../world.ts'
import { bundleScript } from './bundle.fixture.ts'

/** Requests of bundles to the interface, which the gateway would take. */
const calls: { host: string | undefined; path: string | undefined; token: string; body: Record<string, unknown> }[] = []
let status = 200
/** Requests that wait until the test opens the gate. */
const atGate: ServerResponse[] = []
let isOpen = false
const server = createServer(async (request, response) => {
  if (request.url === '/v1/gate') return void (isOpen ? response.end() : atGate.push(response))
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
  const body = JSON.parse(Buffer.concat(pieces).toString())
  calls.push({ host: request.headers.host, path: request.url, token, body })
  response.writeHead(status).end()
})
let world: World
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const INTEGRATION_BUNDLE_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  world = await startWorld({ INTEGRATION_BUNDLES: 'Yes', INTEGRATION_BUNDLE_API_URL })
})
afterAll(async () => {
  await world.test.stop()
  server.close()
})

const params = { integrationName: 'clock' }
const visitor = { kind: 'none', scope: 'full' } as const
const publish = (more: object, as = 'ada', named = params) => {
  const manifest = { organization: acme, title: 'Clock', description: '', visibility: 'public' }
  const body = { ...manifest, scopes: ['space:metadata:read'], script: bundleScript(), ...more }
  return world.send('publishIntegration', { as, params: named, body })
}
const eventsOf = async () => (await world.send('listIntegrationEvents', { as: 'ada', params })).body.items
/** Resolves with the newest event and its last attempt, once that has come to this state. */
async function newest(state: string, attempts = 1) {
  for (;;) {
    const [event] = await eventsOf()
    if (event?.delivery.state === state && event.delivery.attempts >= attempts) {
      const found = await world.send('getIntegrationEvent', { as: 'ada', params: { ...params, eventId: event.id } })
      if (found.body.trace.logs.length >= attempts) return { ...event, log: found.body.trace.logs.at(-1).message }
    }
    await new Promise(setImmediate)
  }
}
const render = (props: object, as = 'rex') => {
  const context = { type: 'document', theme: 'light', spaceId: 'manual', editable: false }
  return world.send('renderIntegrationUIWithPost', { as, params, body: { componentId: 'clock', props, context } })
}

test('a published bundle gets events with secrets and tokens, is replaced by the next one, and renders', async () => {
  const published = await publish({ secrets: { key: 'hush' } })
  expect(published).toMatchObject({ status: 200, body: { name: 'clock', version: 1 } })
  expect(JSON.stringify(published.body)).not.toContain('hush')
  status = 500
  const { body: installed } = await world.send('installIntegration', {
    as: 'ada',
    params,
    body: { organization: acme },
  })
  expect((await newest('waiting')).log).toBe('The bundle answered 500. The next attempt is in 5 seconds.')
  status = 200
  const replay = async () => {
    const [{ id }] = await eventsOf()
    await world.send('replayIntegrationEvent', { as: 'ada', params: { ...params, eventId: id } })
    return newest('success')
  }
  expect((await replay()).log).toBe('Delivered: the bundle answered 200.')
  const call = calls.at(-1)
  // The gateway answers at the host of PUBLIC_URL, and at none that leads to it within a network.
  expect(call?.host).toBe(new URL(publicUrl).host)
  expect([call?.path, call?.body]).toEqual([
    '/v1/echo',
    { title: 'first', secrets: { key: 'hush' }, installation: installed.id },
  ])
  const claims = JSON.parse(Buffer.from(call?.token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ kind: 'integration', integration: 'clock', installation: installed.id })
  expect((await publish({ script: bundleScript('second') })).body.version).toBe(2)
  await replay()
  expect(calls.at(-1)?.body).toEqual({ title: 'second', secrets: {}, installation: installed.id })
  const one = { ...params, installationId: String(installed.id) }
  await world.send('installIntegrationOnSpace', { as: 'ada', params: one, body: { space: 'manual' } })
  expect((await newest('success')).log).toBe('Delivered: the bundle has no handler for this type.')
  const rendered = await render({ size: 3 })
  expect(rendered).toMatchObject({ status: 200, body: { props: { size: 3 } } })
  expect(JSON.stringify(rendered.body.element)).toContain('3 of manual')
}, 60_000)

test('a bundle answers requests at its addresses, as a stranger to all that is beneath the public address', async () => {
  const { body: one } = await world.send('getIntegrationByName', { as: 'ada', params })
  const { body: found } = await world.send('listIntegrationInstallations', { as: 'ada', params })
  const [installation] = found.items
  const ask = (id: 'fetchIntegrationWithGet' | 'fetchIntegrationWithPost', path: string, more: object = {}) =>
    world.test.call(integrationWebOperations[id], { as: visitor, params: { ...params, path }, ...more })
  const web = `${publicUrl}/v1/integrations/clock/web`
  expect([one.urls.publicEndpoint, installation.urls.publicEndpoint]).toEqual([
    ...[web, `${web}/installations/${installation.id}`],
  ])
  const headers = { cookie: 'session=1', authorization: 'Bearer x', accept: 'text/html', 'x-github-event': 'push' }
  const got = await ask('fetchIntegrationWithGet', 'oauth', { query: { code: '7' }, headers })
  const request = { method: 'get', url: `${web}/oauth?code=7` }
  expect([got.status, JSON.parse(got.body)]).toEqual([
    302,
    {
      request: { ...request, headers: expect.objectContaining({ accept: 'text/html', 'x-github-event': 'push' }) },
      urls: expect.objectContaining({ publicEndpoint: web }),
    },
  ])
  expect(got.body).not.toMatch(/session=1|Bearer/)
  expect(Object.fromEntries(got.headers)).toMatchObject({
    ...{ 'content-type': 'text/html', location: '/elsewhere', 'x-content-type-options': 'nosniff' },
    'content-security-policy': 'sandbox allow-forms allow-scripts',
  })
  expect([got.headers.get('set-cookie'), got.headers.get('x-quire-position')]).toEqual([null, null])
  const inSpace = `installations/${installation.id}/spaces/manual/hook`
  const posted = await ask('fetchIntegrationWithPost', inSpace, { body: 'a=1&b=2' })
  expect(JSON.parse(posted.body)).toMatchObject({
    ...{ body: 'a=1&b=2', installation: installation.id, space: 'manual' },
    request: { method: 'post' },
  })
  expect((await ask('fetchIntegrationWithGet', 'installations/other/x')).status).toBe(404)
  expect((await ask('fetchIntegrationWithPost', 'hook', { body: 'x'.repeat(1_100_000) })).status).toBe(413)
  const unknown = { as: visitor, params: { integrationName: 'webhook', path: 'x' } }
  expect((await world.test.call(integrationWebOperations.fetchIntegrationWithGet, unknown)).status).toBe(404)
}, 60_000)

test('requests from the web that a bundle does not answer leave room for those to others', async () => {
  const ask = (path: string) =>
    world.test.call(integrationWebOperations.fetchIntegrationWithGet, { as: visitor, params: { ...params, path } })
  const { promise: refused, resolve } = Promise.withResolvers<void>()
  let refusals = 0
  const answers = Array.from({ length: 10 }, async () => {
    const { status } = await ask('gate')
    if (status === 503) refusals += 1
    if (refusals === 2) resolve()
    return status
  })
  await refused
  isOpen = true
  for (const one of atGate) one.end()
  expect((await Promise.all(answers)).toSorted()).toEqual([...Array.from({ length: 8 }, () => 200), 503, 503])
  expect((await ask('gate')).status).toBe(200)
}, 60_000)

test('a bundle that cannot run is refused when it is published, and changes nothing', async () => {
  const refusal = async (more: object) => {
    const { status, body } = await publish(more)
    return [status, body.error.message]
  }
  expect(await refusal({ script: 'export default {' })).toEqual([
    ...[400, expect.stringMatching(/^body\.script: does not start: SyntaxError/)],
  ])
  expect(await refusal({ script: 'var nothing = 1' })).toEqual([400, expect.stringMatching(/^body\.script: does not/)])
  expect(await refusal({ endpoint: 'https://example.com/hook' })).toEqual([400, expect.stringMatching(/^body\.script/)])
  expect(await refusal({ script: '', secrets: { key: 'x' } })).toEqual([400, expect.stringMatching(/^body\.secrets/)])
  expect(await refusal({ script: 'x'.repeat(5_000_001) })).toEqual([400, expect.stringMatching(/^body\.script/)])
  expect((await publish({ script: 'x'.repeat(11_000_000) })).status).toBe(413)
  expect((await publish({}, 'cleo')).status).toBe(403)
  expect((await publish({ organization: 'other' }, 'olga')).status).toBe(409)
  expect((await world.send('getIntegrationByName', { as: 'ada', params })).body.version).toBe(2)
  const sql = world.test.service.foundation.database.background as unknown as Sql
  await raw`insert into integration (name, organization_id, version, visibility, target, manifest, token_generation, bundle_id)
    select 'other-' || n, ${acme}, 1, 'private', 'all', manifest, 1, 'gone-' || n
    from integration, generate_series(1, 20) n where name = 'clock'`.execute(sql)
  expect((await publish({}, 'ada', { integrationName: 'one-more' })).status).toBe(409)
}, 60_000)
