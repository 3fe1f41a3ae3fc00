import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { AuditEventDetails, auditEventNouns, identityOperations, auditOperations as operations } from '@quire/contracts'
import type { As, ServiceTest } from '@quire/world/service-test'
import { deleteExpiredEvents } from '../../src/audit/retention.ts'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

interface Line {
  id: string
  action: string
  organization: string | null
}

/** An endpoint for audit events that refuses the first request. */
function openEndpoint() {
  const bodies: { body: string; authorization: string | undefined }[] = []
  const waiting: { id: string; resolve: () => void }[] = []
  const linesIn = (some: typeof bodies) =>
    some.flatMap(({ body }) => body.trim().split('\n')).map((line): Line => JSON.parse(line))
  const isAccepted = (id: string) => linesIn(bodies.slice(1)).some((line) => line.id === id)
  const server: Server = createServer(async (request, response) => {
    bodies.push({ body: await text(request), authorization: request.headers.authorization })
    response.writeHead(bodies.length === 1 ? 500 : 200).end()
    if (bodies.length === 1) return
    for (const { id, resolve } of waiting) if (isAccepted(id)) resolve()
  })
  return {
    server,
    bodies,
    linesOf: () => linesIn(bodies),
    /** Resolves once an event was accepted. */
    accepted: (id: string) =>
      new Promise<void>((resolve) => {
        if (isAccepted(id)) resolve()
        else waiting.push({ id, resolve })
      }),
  }
}

const endpoint = openEndpoint()
let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  await new Promise<void>((resolve) => endpoint.server.listen(0, '127.0.0.1', resolve))
  const { port } = endpoint.server.address() as AddressInfo
  identity = await startIdentity({
    AUDIT_URL: `http://127.0.0.1:${port}/events`,
    AUDIT_URL_AUTHORIZATION: 'Bearer of-the-endpoint',
  })
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(async () => {
  await identity.stop()
  endpoint.server.close()
})

const list = (query: Record<string, string> = {}, as: As = ada, id = organizationId) =>
  identity.call(operations.listOrganizationAuditEvents, { as, params: { organizationId: id }, query })
const get = (auditEventId: string, as: As = ada, id = organizationId) =>
  identity.call(operations.getOrganizationAuditEvent, { as, params: { organizationId: id, auditEventId } })
const actionsIn = ({ body }: { body: { items: Line[] } }) => body.items.map(({ action }) => action)

test('an event says who did what to whom, when and from where', async () => {
  const bea = await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: 'read' })
  await identity.call(identityOperations.updateMemberInOrganizationById, {
    as: { userId: ada, kind: 'user', scope: 'full', tokenId: 'of-ada', address: '192.0.2.7' },
    params: { organizationId, userId: bea },
    body: { role: 'edit' },
    headers: { 'user-agent': 'Tool/1.0 '.padEnd(500, 'x'), 'x-request-id': 'request-1' },
  })
  const [event] = (await list({ action: 'updateMemberInOrganizationById' })).body.items
  expect(event).toMatchObject({
    object: 'audit-event',
    actor: { type: 'user', id: ada, label: 'Ada Lovelace' },
    source: 'api',
    // Bea was made a member without asking, and has not come yet.
    target: { type: 'user', id: bea, label: 'bea.bell@example.com' },
  })
  const details = AuditEventDetails.parse((await get(event.id)).body)
  expect(details).toEqual({
    ...event,
    correlationId: 'request-1',
    schemaVersion: 1,
    payload: {
      address: '192.0.2.7',
      userAgent: 'Tool/1.0 '.padEnd(200, 'x'),
      accessToken: 'of-ada',
      changed: ['role'],
      values: { role: 'edit' },
    },
  })
  const { items } = (
    await identity.call(operations.listOrganizationAuditEventActions, { as: ada, params: { organizationId } })
  ).body
  expect(items).toContainEqual({
    object: 'audit-event-action',
    id: 'updateMemberInOrganizationById',
    label: "Change a member's role, or disable their membership for a time",
  })
})

test('what is refused, deletes nothing, joins again or is rolled back leaves no event', async () => {
  const before = (await list()).body.count
  const params = { organizationId, userId: 'nobody' }
  const update = { as: ada, params, body: { role: 'edit' } }
  expect((await identity.call(identityOperations.updateMemberInOrganizationById, update)).status).toBe(404)
  expect((await identity.call(identityOperations.removeMemberFromOrganizationById, { as: ada, params })).status).toBe(
    204,
  )
  const domains = { as: ada, params: { organizationId }, body: { emailDomains: ['example.com'] } }
  await identity.call(identityOperations.updateOrganizationById, domains)
  expect(
    (await identity.call(identityOperations.joinOrganization, { as: ada, params: { organizationId } })).status,
  ).toBe(204)
  // The only administrator stays: refused after the handler has begun to write.
  const leave = { as: ada, params: { organizationId, userId: ada } }
  expect((await identity.call(identityOperations.removeMemberFromOrganizationById, leave)).status).toBe(409)
  expect((await list()).body.count).toBe(before + 1)
})

test('a request that is repeated under its key leaves one event', async () => {
  const body = { title: 'Once' }
  const headers = { 'Idempotency-Key': 'audited-once' }
  const [one, two] = [
    await identity.call(identityOperations.createOrganization, { as: ada, body, headers }),
    await identity.call(identityOperations.createOrganization, { as: ada, body, headers }),
  ]
  expect(two.body).toEqual(one.body)
  expect(actionsIn(await list({}, ada, one.body.id))).toEqual(['createOrganization'])
})

test('what was deleted is named by its title, in one event', async () => {
  const { id: team } = (
    await identity.call(identityOperations.createOrganizationTeam, {
      ...{ as: ada, params: { organizationId }, body: { title: 'Dissolved' } },
    })
  ).body
  for (let times = 0; times < 2; times++)
    await identity.call(identityOperations.removeTeamFromOrganizationById, {
      ...{ as: ada, params: { organizationId, teamId: team } },
    })
  const target = { type: 'team', id: team, label: 'Dissolved' }
  expect((await list({ target: team })).body.items).toMatchObject([
    { action: 'removeTeamFromOrganizationById', target },
    { action: 'createOrganizationTeam', target },
  ])
})

test('a token is recorded in every organization that it opens; no event has a secret', async () => {
  const eve = await addPerson(identity, 'Eve Adams')
  const alone = await identity.call(identityOperations.createAccessToken, { as: eve, body: { name: 'Alone' } })
  expect(alone.status).toBe(201)
  const other = await addOrganization(identity, ada, 'Other engines')
  const { id, token } = (await identity.call(identityOperations.createAccessToken, { as: ada, body: { name: 'CI' } }))
    .body
  const { body: link } = await identity.call(identityOperations.createOrganizationInvite, {
    ...{ as: ada, params: { organizationId } },
    body: { role: 'read' },
  })
  await identity.call(identityOperations.joinOrganizationWithInvite, {
    as: eve,
    params: { organizationId, inviteId: link.id },
  })
  await identity.call(identityOperations.createOrganizationSAMLProvider, {
    ...{ as: ada, params: { organizationId: other } },
    body: { label: 'Single', certificate: 'MIIC-certificate', entityID: 'secret-entity' },
  })
  await identity.call(identityOperations.revokeAccessToken, { as: ada, params: { tokenId: id } })
  for (const one of [organizationId, other]) {
    const of = (await list({ target: id }, ada, one)).body.items
    expect(of.map(({ action, target }: { action: string; target: object }) => ({ action, target }))).toEqual([
      { action: 'revokeAccessToken', target: { type: 'access-token', id, label: 'CI' } },
      { action: 'createAccessToken', target: { type: 'access-token', id, label: 'CI' } },
    ])
  }
  const [made, used] = [
    (await list({ action: 'createOrganizationInvite' })).body.items[0],
    (await list({ actor: eve })).body.items[0],
  ]
  expect(used).toMatchObject({ action: 'joinOrganizationWithInvite', target: made.target })
  const stored = JSON.stringify(await sqlOf(identity).selectFrom('audit_event').selectAll().execute())
  for (const secret of [token, link.id, 'MIIC-certificate', 'secret-entity']) expect(stored).not.toContain(secret)
})

test('an organization learns nothing of the account of somebody whom it has made a member, until they come', async () => {
  const mary = await addMember(identity, { admin: ada, organizationId, name: 'Mary Somerville', role: 'read' })
  const make = async (name: string) =>
    (await identity.call(identityOperations.createAccessToken, { as: mary, body: { name } })).body
  await make('Before')
  await identity.call(identityOperations.getOrganizationById, { as: mary, params: { organizationId } })
  const after = await make('After')
  const { items } = (await list({ actor: mary })).body
  expect(items.map(({ target }: { target: { id: string } }) => target.id)).toEqual([after.id])
})

test('pages follow each other without gap or repetition, by each filter, and stay within the organization', async () => {
  const all = (await list({ limit: '100' })).body
  expect(all.count).toBe(all.items.length)
  const seen: Line[] = []
  for (let page: string | undefined; ; ) {
    const { body } = await list({ limit: '2', ...(page && { page }) })
    seen.push(...body.items)
    page = body.next?.page
    if (!page) break
  }
  expect(seen).toEqual(all.items)
  const [newest, oldest] = [all.items[0], all.items.at(-1)]
  expect((await list({ to: oldest.occurredAt })).body.items).toContainEqual(oldest)
  expect((await list({ from: newest.occurredAt })).body.items).toContainEqual(newest)
  expect((await list({ action: 'nothing' })).body).toEqual({ items: [], count: 0 })
  for (const query of [{ limit: '101' }, { limit: '0' }, { from: 'yesterday' }])
    expect((await list(query as unknown as Record<string, string>)).status).toBe(400)

  const eve = await addPerson(identity, 'Eve Elsewhere')
  const hers = await addOrganization(identity, eve, 'Elsewhere')
  const page = (await list({ limit: '2' })).body.next.page
  expect((await list({ limit: '2', page }, eve, hers)).status).toBe(400)
  expect((await list({}, eve)).status).toBe(404)
  expect([(await get(newest.id, eve)).status, (await get(newest.id, eve, hers)).status]).toEqual([404, 404])
  const guest = await addMember(identity, { admin: ada, organizationId, name: 'Gus Guest', role: null })
  expect([(await list({}, guest)).status, (await get(newest.id, guest)).status]).toEqual([403, 403])
  await identity.call(identityOperations.removeMemberFromOrganizationById, {
    as: ada,
    params: { organizationId, userId: guest },
  })
  expect((await list({}, guest)).status).toBe(404)
})

test('events of other services are listed once, however often they come, and stay when their owner has lost them', async () => {
  const noun = auditEventNouns.content
  const state = { ...noun.sample, organizationId, actor: { type: 'user', id: ada } } as const
  await identity.publishEvent(noun.saved, state)
  await identity.publishEvent(noun.saved, state)
  await identity.publishRemoval(noun, state.id, 2)
  await identity.settled()
  const { items } = (await list({ target: 'spc' })).body
  expect(items).toMatchObject([{ id: state.id, action: 'deleteSpaceById', actor: { label: 'Ada Lovelace' } }])
})

test('a target that its event does not name has the name that it last had in this organization', async () => {
  const noun = auditEventNouns.content
  const elsewhere = await addOrganization(identity, ada, 'Elsewhere')
  let minutes = 0
  const record = async (organization: string, target: { type: string; id: string; label?: string }) => {
    const at = new Date(Date.UTC(2026, 0, 1, 0, minutes++)).toISOString()
    const state = { ...noun.sample, id: randomUUID(), organizationId: organization, at, target }
    await identity.publishEvent(noun.saved, state)
    await identity.settled()
    return (await get(state.id, ada, organization)).body.target.label
  }
  const translation = { type: 'translation', id: 'trn' }
  await record(organizationId, { ...translation, label: 'French' })
  await record(organizationId, { ...translation, label: 'Français' })
  await record(organizationId, { ...translation, type: 'openapi', label: 'Of another kind' })
  await record(elsewhere, { ...translation, label: 'Of another organization' })
  expect(await record(organizationId, translation)).toBe('Français')
  expect(await record(organizationId, { ...translation, id: 'never named' })).toBeUndefined()

  const { id } = (
    await identity.call(identityOperations.createOrganizationTeam, {
      ...{ as: ada, params: { organizationId }, body: { title: 'Granted' } },
    })
  ).body
  expect(await record(organizationId, { type: 'team', id })).toBe('Granted')
  expect(await record(elsewhere, { type: 'team', id })).toBeUndefined()
})

test('events are streamed at least once and in their order, also after a refusal', async () => {
  await identity.call(identityOperations.createOrganizationTeam, {
    ...{ as: ada, params: { organizationId } },
    body: { title: 'Last' },
  })
  const rows = await sqlOf(identity).selectFrom('audit_event').select('id').orderBy('number').execute()
  const stored = rows.map(({ id }) => id)
  await endpoint.accepted(stored.at(-1) ?? '')
  const ids = endpoint.linesOf().map(({ id }) => id)
  expect([...new Set(ids)]).toEqual(stored)
  expect(ids.length).toBeGreaterThan(stored.length)
  expect(new Set(endpoint.bodies.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer of-the-endpoint']),
  )
  expect(endpoint.linesOf().some(({ organization }) => organization === null)).toBe(true)
  expect(endpoint.linesOf().filter((line) => 'urls' in line)).toEqual([])
})

test('expired events are deleted with what the projector remembers of them', async () => {
  const sql = sqlOf(identity)
  const remembered = () => sql.selectFrom('projected').select('key').where('noun', '=', 'content.audit-event').execute()
  expect(await remembered()).not.toEqual([])
  await deleteExpiredEvents(sql, { now: new Date(), retentionDays: 180 })
  expect(await remembered()).toEqual([])
  expect((await list({ target: 'spc' })).body.items).toEqual([])
  expect((await list()).body.items).not.toEqual([])
  await deleteExpiredEvents(sql, { now: new Date(Date.now() + 181 * 86_400_000), retentionDays: 180 })
  expect((await list()).body.items).toEqual([])
})
