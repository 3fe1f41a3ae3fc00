import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { linkedGrantOperations, identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

interface GivenLevel {
  memberId: string
  role: string | null
  level: string
}

let identity: ServiceTest
let ada: string
let organizationId: string
/** The grants requested from content, and a callback before it answers. */
let given: GivenLevel[]
let meanwhile: () => Promise<{ status: number; position?: string }>

/** The part of content that identity calls as itself. */
const content = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const { method, path } = linkedGrantOperations.giveLinkedGrant
  if (request.method !== method || request.url !== path) return void response.writeHead(500).end()
  given.push(JSON.parse(text))
  const { status, position } = await meanwhile()
  response.writeHead(status, position === undefined ? {} : { 'x-quire-position': position }).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => content.listen(0, '127.0.0.1', resolve))
  identity = await startIdentity({ CONTENT_URL: `http://127.0.0.1:${(content.address() as AddressInfo).port}` })
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(async () => {
  await identity.stop()
  content.close()
})
beforeEach(() => {
  given = []
  meanwhile = async () => ({ status: 204 })
})

/** Creates a link into a space with the level "edit", as if content had presented the space. */
async function spaceLink(): Promise<string> {
  const params = { organizationId }
  const { body } = await identity.call(operations.createOrganizationInvite, { as: ada, params, body: { role: 'edit' } })
  const scope = { scope_kind: 'space', scope_id: 'manual' } as const
  await sqlOf(identity).updateTable('link_invite').set(scope).where('id', '=', body.id).execute()
  return body.id
}
const join = (inviteId: string, as: string) =>
  identity.call(operations.joinOrganizationWithInvite, { as, params: { organizationId, inviteId } })
const invite = (email: string, role: string | null) =>
  identity.call(operations.inviteUsersToOrganization, {
    as: ada,
    params: { organizationId },
    body: { emails: [{ email, role }] },
  })
const membershipOf = (userId: string) =>
  sqlOf(identity)
    .selectFrom('member')
    .select(['id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

test('content gives the level to the very membership that the person then has', async () => {
  const gus = await addPerson(identity, 'Gus Guest')
  expect((await join(await spaceLink(), gus)).status).toBe(200)
  const membership = await membershipOf(gus)
  expect(membership?.role).toBeNull()
  const asked = { organizationId, scopeKind: 'space', scopeId: 'manual', role: null, level: 'edit' }
  expect(given).toEqual([{ ...asked, memberId: membership?.id }])
})

test('who becomes a member by another way while content answers is given the level as that member', async () => {
  const moe = await addPerson(identity, 'Moe Meanwhile')
  meanwhile = async () => {
    meanwhile = async () => ({ status: 204 })
    // If joining held a lock here, this request would never be answered.
    expect((await invite('moe.meanwhile@example.com', 'read')).status).toBe(200)
    return { status: 204 }
  }
  expect((await join(await spaceLink(), moe)).status).toBe(200)
  const membership = await membershipOf(moe)
  expect(membership?.role).toBe('read')
  expect(given.map(({ memberId }) => memberId)).toEqual([expect.any(String), membership?.id])
  expect(given.map(({ role }) => role)).toEqual([null, 'read'])
})

test('whose own address was invited is announced with that role, under the id that they get', async () => {
  const pat = await addPerson(identity, 'Pat Promised')
  const values = { organization_id: organizationId, email: 'Pat.Promised@example.com', role: 'comment' as const }
  await sqlOf(identity).insertInto('pending_invite').values(values).execute()
  expect((await join(await spaceLink(), pat)).status).toBe(200)
  const membership = await membershipOf(pat)
  expect(membership?.role).toBe('comment')
  expect(given).toEqual([expect.objectContaining({ memberId: membership?.id, role: 'comment', level: 'edit' })])
})

test.each([
  [404, 404],
  [500, 503],
  [503, 503],
])('where content answers %i the answer is %i, and nobody becomes a member', async (status, expected) => {
  const sue = await addPerson(identity, `Sue ${status}`)
  meanwhile = async () => ({ status })
  const events = await identity.eventsDuring(async () => {
    const answer = await join(await spaceLink(), sue)
    expect(answer.status).toBe(expected)
    if (status === 404) expect(answer.body).toEqual((await join('unknown', sue)).body)
  })
  expect([await membershipOf(sue), events]).toEqual([undefined, []])
})

test('the answer covers what content wrote, so that the person’s next request sees it', async () => {
  const ria = await addPerson(identity, 'Ria Reader')
  const inviteId = await spaceLink()
  await join(inviteId, ria)
  meanwhile = async () => ({ status: 204, position: 'stream|123456789' })
  expect((await join(inviteId, ria)).position).toEqual({ stream: 'stream', sequence: 123456789 })
})

test('no other write waits for content, however many people open a link while it does not answer', async () => {
  const [inviteId, people] = [await spaceLink(), ['Tab One', 'Tab Two']]
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const opened = 2 * 6
  meanwhile = async () => {
    if (given.length === opened) reached.resolve()
    await held.promise
    return { status: 204 }
  }
  const ids = await Promise.all(people.map((name) => addPerson(identity, name)))
  const joining = ids.flatMap((id) => Array.from({ length: opened / 2 }, () => join(inviteId, id)))
  await reached.promise
  const { status } = await identity.call(operations.createAccessToken, { as: ada, body: { name: 'Meanwhile' } })
  expect(status).toBe(201)
  held.resolve()
  expect((await Promise.all(joining)).map((answer) => answer.status)).toEqual(Array(opened).fill(200))
  for (const id of ids) {
    const membership = await membershipOf(id)
    expect(given.map(({ memberId }) => memberId)).toContain(membership?.id)
  }
})
