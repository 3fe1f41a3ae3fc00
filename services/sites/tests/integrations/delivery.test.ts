import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { space, spaceCounters } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Sql } from '../../src/database.ts'
import { signatureHeaders } from '../../src/integrations/delivery/sign-event.ts'
import { sweepEvents } from '../../src/integrations/delivery/sweep-events.ts'
import { googlebot, session, view } from '../insights/events.fixture.ts'
import { acme, startWorld, type World } from '../world.ts'
import { type Receiver, startReceiver } from './receiver.ts'

let receiver: Receiver
let other: Receiver
let world: World
beforeAll(async () => {
  receiver = await startReceiver()
  other = await startReceiver()
  world = await startWorld({ OUTBOUND_ALLOW: `${receiver.host},${other.host}` })
})
afterAll(async () => {
  await world.test.stop()
  receiver.stop()
  other.stop()
})

const sql = () => world.test.service.foundation.database.background as unknown as Sql
let count = 0

/** Publishes an integration and installs it; resolves once its endpoint has the event of that. */
async function installed(manifest: object = {}, as = 'ada', organization = acme) {
  count += 1
  receiver.answerWith(204)
  const integrationName = `hook-${count}`
  const body = {
    ...{ organization, title: 'Hook', description: '', endpoint: receiver.url },
    scopes: ['space:content:read', 'space:metadata:read'],
    ...manifest,
  }
  await world.send('publishIntegration', { as, params: { integrationName }, body })
  const { body: secret } = await world.send('rotateIntegrationSigningSecret', {
    as,
    params: { integrationName },
  })
  const at = body.endpoint === receiver.url ? receiver : other
  const before = at.received.length
  const { body: installation } = await world.send('installIntegration', {
    ...{ as, params: { integrationName }, body: { organization } },
  })
  await at.upTo(before + 1)
  return { integrationName, installationId: String(installation.id), secret: String(secret.signingSecret) }
}
type Installed = Awaited<ReturnType<typeof installed>>

let version = 10
/** Publishes the next state of a space. */
async function changeSpace(id: string, change: object) {
  version += 1
  const state = {
    ...space.sample,
    id,
    version,
    organizationId: acme,
    collectionId: null,
    defaultLevel: 'inherit' as const,
  }
  await world.test.publishEvent(space.saved, { ...state, title: 'Manual', ...change })
  await world.test.settled()
}

const eventsOf = async ({ integrationName }: Installed, as = 'ada') =>
  (await world.send('listIntegrationEvents', { as, params: { integrationName } })).body.items
const uninstall = (params: Installed, as = 'ada') => world.send('unpublishIntegration', { as, params })
/** Resolves once the newest event is in this state. */
async function ended(one: Installed, state: string) {
  for (;;) {
    const [event] = await eventsOf(one)
    if (event?.delivery.state === state && (state !== 'waiting' || event.delivery.nextAttemptAt)) return event
    await new Promise(setImmediate)
  }
}

test('an endpoint gets signed events of its installation, with the configuration in clear', async () => {
  const account = { properties: { key: { type: 'string', secret: true }, region: { type: 'string', default: 'eu' } } }
  const one = await installed({ configurations: { account } })
  const before = receiver.received.length
  const body = { configuration: { key: 'hush' } }
  await world.send('updateIntegrationInstallation', { as: 'ada', params: one, body })
  const message = (await receiver.upTo(before + 1))[before]
  const { event, environment } = message?.body ?? {}
  expect(event).toEqual({
    ...{ eventId: message?.headers['webhook-id'], type: 'installation_setup', installationId: one.installationId },
    ...{ status: 'active', previous: { status: 'active' } },
  })
  expect(environment.installation.configuration).toEqual({ key: 'hush', region: 'eu' })
  expect(environment.apiTokens).toEqual({ integration: expect.any(String), installation: expect.any(String) })
  const at = new Date(Number(message?.headers['webhook-timestamp']) * 1000)
  const signed = signatureHeaders({ id: event.eventId, at, body: message?.text ?? '', secret: one.secret })
  expect(message?.headers).toMatchObject(signed)
  const success = await ended(one, 'success')
  expect(success).toMatchObject({ id: event.eventId, status: 'success', payload: event })
  expect(JSON.stringify(await eventsOf(one))).not.toContain('hush')
  await uninstall(one)
})

test('changes of a space are events, once each, for the spaces and scopes of the installation', async () => {
  const one = await installed()
  const narrow = await installed({ scopes: ['site:metadata:read'] })
  const before = receiver.received.length
  await changeSpace('manual', { revision: 'rev-2' })
  await changeSpace('manual', { revision: 'rev-2', title: 'Handbook' })
  const counters = { ...spaceCounters.sample, spaceId: 'manual', version: 2, comments: 3, changeRequests: 2 }
  await world.test.publishEvent(spaceCounters.saved, counters)
  await world.test.settled()
  const events = (await receiver.upTo(before + 4)).slice(before).map(({ body }) => body.event)
  const about = { installationId: one.installationId, spaceId: 'manual' }
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...about, type: 'space_content_updated', revisionId: 'rev-2' }),
      expect.objectContaining({ ...about, type: 'space_renamed' }),
      expect.objectContaining({ ...about, type: 'space_comments_updated', comments: 3 }),
      expect.objectContaining({ ...about, type: 'space_change_requests_updated', changeRequests: 2 }),
    ]),
  )
  const gitRun = { id: 'run', state: 'started', commitId: '', revisionId: 'rev-2' }
  const handbook = { revision: 'rev-2', title: 'Handbook' }
  await changeSpace('manual', { ...handbook, gitRun })
  await changeSpace('manual', { ...handbook, gitRun: { ...gitRun, state: 'success', commitId: 'c0' } })
  await changeSpace('manual', { ...handbook, gitRun: { ...gitRun, id: 'next', state: 'failure' } })
  const ofGit = (await receiver.upTo(before + 8)).slice(before + 4).map(({ body }) => body.event)
  const [type, end] = ['space_gitsync_started', 'space_gitsync_completed']
  expect(ofGit).toEqual(
    expect.arrayContaining([
      ...[expect.objectContaining({ ...about, type, revisionId: 'rev-2', commitId: '' })],
      ...[expect.objectContaining({ ...about, type: end, state: 'success', revisionId: 'rev-2', commitId: 'c0' })],
      ...[expect.objectContaining({ ...about, type: end, state: 'failure', commitId: '' })],
    ]),
  )
  const body = { space_selection: 'selected' }
  await world.send('updateIntegrationInstallation', { as: 'ada', params: one, body })
  await changeSpace('manual', { revision: 'rev-3', title: 'Handbook' })
  const types = (await eventsOf(one)).map(({ payload }: { payload: { type: string } }) => payload.type)
  expect(types.filter((one: string) => one.startsWith('space_'))).toHaveLength(8)
  expect((await eventsOf(narrow)).length).toBe(1)
  await uninstall(one)
  await uninstall(narrow)
})

test('a site that goes on or off is an event for installations on it', async () => {
  const one = await installed({ scopes: ['site:metadata:read'] })
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] }, 'ada')
  const send = (id: 'publishSite' | 'unpublishSite') => world.send(id, { as: 'ada', params: { siteId } })
  await send('publishSite')
  const before = receiver.received.length
  await world.send('installIntegrationOnSite', { as: 'ada', params: one, body: { siteId } })
  await send('unpublishSite')
  await send('publishSite')
  await send('publishSite')
  const events = (await receiver.upTo(before + 3)).slice(before).map(({ body }) => body.event)
  const about = { installationId: one.installationId, siteId }
  for (const type of ['site_installation_setup', 'site_unpublished', 'site_published'])
    expect(events).toContainEqual(expect.objectContaining({ ...about, type }))
  expect(await eventsOf(one)).toHaveLength(4)
  await uninstall(one)
})

test('what fails is tried again later, listed with its attempts, and replayed', async () => {
  const one = await installed()
  receiver.answerWith(500)
  const before = receiver.received.length
  await world.send('updateIntegrationInstallation', { as: 'ada', params: one, body: { externalIds: ['a'] } })
  const failed = await ended(one, 'waiting')
  expect(failed).toMatchObject({ status: 'failed', delivery: { attempts: 1, nextAttemptAt: expect.any(String) } })
  const params = { ...one, eventId: String(failed.id) }
  const get = async (as: string) => world.send('getIntegrationEvent', { as, params })
  const { trace } = (await get('ada')).body
  expect(trace.logs).toMatchObject([{ level: 'error', message: expect.stringContaining('answered 500') }])
  expect([(await get('olga')).status, (await get('rex')).status]).toEqual([404, 404])
  receiver.answerWith(200)
  const replay = (as: string) => world.send('replayIntegrationEvent', { as, params })
  expect([(await replay('rex')).status, (await replay('ada')).status]).toEqual([404, 204])
  await ended(one, 'success')
  const [first, second] = receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])
  expect([first, second]).toEqual([params.eventId, params.eventId])
  await uninstall(one)
})

test('the last attempt, and an endpoint that is gone, end an event', async () => {
  const one = await installed()
  receiver.answerWith(410)
  await world.send('updateIntegrationInstallation', { as: 'ada', params: one, body: { externalIds: ['a'] } })
  expect(await ended(one, 'failed')).toMatchObject({ status: 'failed', delivery: { attempts: 1 } })
  receiver.answerWith(500)
  await world.send('updateIntegrationInstallation', { as: 'ada', params: one, body: { externalIds: ['b'] } })
  const { id } = await ended(one, 'waiting')
  await sql().updateTable('integration_event').set({ attempts: 7, claimed_until: null }).where('id', '=', id).execute()
  await world.send('updateIntegrationInstallation', { as: 'ada', params: one, body: { externalIds: ['c'] } })
  const outcome = async () =>
    (await world.send('getIntegrationEvent', { as: 'ada', params: { ...one, eventId: id } })).body
  while ((await outcome()).event.delivery.state === 'waiting') await new Promise(setImmediate)
  expect(await outcome()).toMatchObject({ event: { delivery: { state: 'failed', attempts: 8 } } })
  await uninstall(one)
})

test('tasks come when they are due, and the development mode leads events elsewhere', async () => {
  const one = await installed()
  const dev = await startReceiver()
  const params = { integrationName: one.integrationName }
  const queue = (body: object, as = 'ada') => world.send('queueIntegrationTask', { as, params, body })
  expect([(await queue({ task: { n: 1 } }, 'olga')).status, (await queue({ task: { n: 1 } }, 'cleo')).status]).toEqual([
    ...[404, 403],
  ])
  const before = receiver.received.length
  expect((await queue({ task: { n: 2 }, schedule: 3600 })).status).toBe(204)
  expect((await queue({ task: { n: 1 } })).status).toBe(204)
  const { event, environment } = (await receiver.upTo(before + 1))[before]?.body ?? {}
  expect(event).toEqual({ eventId: event.eventId, type: 'task', task: { n: 1 } })
  expect(environment.installation).toBeUndefined()
  const [, later] = await eventsOf(one)
  expect(later).toMatchObject({ payload: { task: { n: 2 } }, delivery: { state: 'waiting', attempts: 0 } })

  const mode = (body: object) => world.send('setIntegrationDevelopmentMode', { as: 'ada', params, body })
  expect((await mode({ tunnelUrl: dev.url })).status).toBe(400)
  expect((await mode({ tunnelUrl: `${receiver.url}/dev` })).status).toBe(204)
  await queue({ task: { n: 3 } })
  expect((await receiver.upTo(before + 2))[before + 1]).toMatchObject({ path: '/hook/dev' })
  expect((await world.send('disableIntegrationDevelopmentMode', { as: 'ada', params })).status).toBe(205)
  await queue({ task: { n: 4 } })
  expect((await receiver.upTo(before + 3))[before + 2]).toMatchObject({ path: '/hook' })
  dev.stop()
  await uninstall(one)
})

test('an endpoint that hangs leaves places to those of other organizations', async () => {
  const slow = await installed()
  const quick = await installed({ endpoint: other.url }, 'olga', 'other')
  const release = receiver.hold()
  const before = [receiver.received.length, other.received.length] as const
  for (let n = 0; n < 8; n += 1)
    await world.send('queueIntegrationTask', { as: 'ada', params: slow, body: { task: { n } } })
  await receiver.upTo(before[0] + 3)
  await world.send('queueIntegrationTask', { as: 'olga', params: quick, body: { task: {} } })
  await other.upTo(before[1] + 1)
  expect(receiver.received.length).toBeLessThanOrEqual(before[0] + 4)
  release()
  await receiver.upTo(before[0] + 8)
  await uninstall(slow)
  await uninstall(quick, 'olga')
})

test('an event outlives the process that was delivering it', async () => {
  const one = await installed()
  const release = receiver.hold()
  const before = receiver.received.length
  await world.send('queueIntegrationTask', { as: 'ada', params: one, body: { task: { n: 1 } } })
  await receiver.upTo(before + 1)
  await world.test.restart()
  release()
  const ids = (await receiver.upTo(before + 2)).slice(before).map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  expect(await ended(one, 'success')).toMatchObject({ id: ids[0] })
  await uninstall(one)
})

test('an installation whose events pile up is paused until an administrator changes it', async () => {
  const one = await installed()
  await ended(one, 'success')
  const [row] = await sql()
    .selectFrom('integration_event')
    .selectAll()
    .where('installation_id', '=', one.installationId)
    .execute()
  if (!row) throw new Error('there is no event')
  const later = new Date(Date.now() + 3600_000)
  const waiting = Array.from({ length: 1000 }, (_, n) => ({
    ...{ ...row, id: `waiting-${n}`, status: 'waiting' as const, claimed_until: later, created_at: later },
    ...{ payload: JSON.stringify(row.payload), log: '[]' },
  }))
  await sql().insertInto('integration_event').values(waiting).execute()
  await changeSpace('guide', { title: 'Piled up' })
  const status = async () =>
    (await world.send('getIntegrationInstallationById', { as: 'ada', params: one })).body.status
  expect(await status()).toBe('paused')
  await world.send('updateIntegrationInstallation', { as: 'ada', params: one, body: { externalIds: [] } })
  expect(await status()).toBe('active')
  // What an administrator changes while they wait adds no further ones.
  const stillWaiting = await sql()
    .selectFrom('integration_event')
    .select('id')
    .where('installation_id', '=', one.installationId)
    .where('status', '=', 'waiting')
    .execute()
  expect(stillWaiting).toHaveLength(1000)
  await uninstall(one)
})

test('events are deleted two weeks after their end', async () => {
  const one = await installed()
  const { id } = await ended(one, 'success')
  expect(await sweepEvents(sql())).toBe(0)
  const finished_at = new Date(Date.now() - 15 * 24 * 3600_000)
  await sql().updateTable('integration_event').set({ finished_at }).where('id', '=', id).execute()
  expect(await sweepEvents(sql())).toBe(1)
  expect(await eventsOf(one)).toEqual([])
})

test('installing and uninstalling in a loop ends at a bound of the account, and what is installed can be removed', async () => {
  const one = await installed()
  const made = sql().selectFrom('integration_event').selectAll().where('integration', '=', one.integrationName)
  const { origin, account } = await made.executeTakeFirstOrThrow()
  await raw`
    insert into integration_event (id, integration, installation_id, organization_id, account, origin, payload, status)
    select 'looped-' || n, ${one.integrationName}, 'gone', ${acme}, ${account}, ${origin},
      '{"type":"installation_setup"}', 'success' from generate_series(1, 1000) n`.execute(sql())
  const install = () => world.send('installIntegration', { as: 'ada', params: one, body: { organization: acme } })
  const refused = await install()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
  expect((await world.send('uninstallIntegration', { as: 'ada', params: one })).status).toBe(205)
  expect((await install()).status).toBe(429)
  await raw`update integration_event set created_at = now() - interval '61 minutes' where id like 'looped-%'`.execute(
    sql(),
  )
  expect((await install()).status).toBe(201)
  await uninstall(one)
})

test('views and feedback of visitors are events of the installations on the site, as many as a site may have', async () => {
  const one = await installed({ scopes: ['site:views:read', 'page:feedback:read'] })
  const blind = await installed({ scopes: ['site:metadata:read'] })
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] }, 'ada')
  const track = async (events: object[]) =>
    world.send('trackEventsInSiteById', { as: 'ada', params: { siteId }, body: { events } })
  const feedback = { ...view('ann'), type: 'page_post_feedback', feedback: { rating: 'bad' } }
  await track([view('ann'), feedback])
  expect((await eventsOf(one)).length).toBe(1)
  for (const params of [one, blind])
    await world.send('installIntegrationOnSite', { as: 'ada', params, body: { siteId } })
  const robot = view('robot', 'start', { session: session('robot', { userAgent: googlebot }) })
  expect((await track([feedback, robot, ...Array.from({ length: 500 }, () => view('ann'))])).status).toBe(204)
  const ofVisitors = async (some: Installed) =>
    (await eventsOf(some))
      .map(({ payload }: { payload: object }) => payload)
      .filter((payload: object) => 'visitor' in payload)
  const events = await ofVisitors(one)
  const nobody = {
    cookies: {},
    userAgent: '',
    ip: '',
    anonymousId: expect.stringMatching(/^-?\d+$/),
    language: 'en-US',
  }
  const where = { siteId, spaceId: 'manual', pageId: 'start', url: 'https://docs.example.com/start', referrer: '' }
  const views = events.filter(({ type }: { type: string }) => type === 'site_view')
  // One of the ten that a site may have at once was taken before, and may have come back.
  expect([9, 10]).toContain(views.length)
  expect(views[0]).toMatchObject({ ...where, siteSpaceId: 'one', visitor: nobody, views: 1 })
  expect(events.filter(({ type }: { type: string }) => type === 'page_feedback')).toMatchObject([
    { ...where, visitor: nobody, feedback: { rating: 'bad' } },
  ])
  expect(await ofVisitors(blind)).toEqual([])
  await uninstall(one)
  await uninstall(blind)
})

test('what visitors do pauses no installation and leaves room for other events', async () => {
  const one = await installed({ scopes: ['page:feedback:read', 'space:metadata:read'] })
  const { id: siteId } = await world.makeSite({ spaces: ['manual'] }, 'ada')
  await world.send('installIntegrationOnSite', { as: 'ada', params: one, body: { siteId } })
  await raw`
    insert into integration_event (id, integration, installation_id, organization_id, account, origin, payload, status, claimed_until)
    select '0-' || n, ${one.integrationName}, ${one.installationId}, ${acme}, 'a', 'a',
      '{"type":"page_feedback"}', 'waiting', '2100-01-01' from generate_series(1, 500) n`.execute(sql())
  const feedback = { ...view('ann'), type: 'page_post_feedback', feedback: { rating: 'good' } }
  const body = { events: [feedback] }
  expect((await world.send('trackEventsInSiteById', { as: 'ada', params: { siteId }, body })).status).toBe(204)
  await changeSpace('guide', { title: `Guide ${siteId}` })
  const queued = sql().selectFrom('integration_event').select('payload').where('integration', '=', one.integrationName)
  const types = (await queued.where('id', 'not like', '0-%').execute()).map(({ payload }) => payload.type)
  expect(types.sort()).toEqual(['installation_setup', 'site_installation_setup', 'space_renamed'])
  const { body: installation } = await world.send('getIntegrationInstallationById', { as: 'ada', params: one })
  expect(installation.status).toBe('active')
  await uninstall(one)
})
