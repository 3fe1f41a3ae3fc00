import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Operation, identityOperations as operations } from '@quire/contracts'
import { identityProvider } from '@quire/world/identity-provider'
import type { ServiceTest } from '@quire/world/service-test'
import type { Kysely } from 'kysely'
import type { Tables } from '../src/database.ts'
import { overtaken } from './overtaken.ts'
import { addProvider } from './saml/saml-support.ts'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from './support.ts'

let identity: ServiceTest
let ada: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(() => identity.stop())

/** Sets up an organization with one resource of each kind, and a second administrator who owns its team. */
async function stage() {
  const organizationId = await addOrganization(identity, ada)
  const bob = await addMember(identity, { admin: ada, organizationId, name: 'Bob Second', role: 'admin' })
  await identity.call(operations.getOrganizationById, { as: bob, params: { organizationId } })
  const cy = await addMember(identity, { admin: ada, organizationId, name: 'Cy Coe', role: 'read' })
  const made = (operation: Operation, body: object) =>
    identity.call(operation, { as: ada, params: { organizationId }, body }).then((answer) => answer.body.id as string)
  const teamId = await made(operations.createOrganizationTeam, { title: 'Writers', members: [cy] })
  await identity.call(operations.addMemberToOrganizationTeamById, {
    as: ada,
    params: { organizationId, teamId, userId: bob },
    body: { role: 'owner' },
  })
  const inviteId = await made(operations.createOrganizationInvite, { role: 'read' })
  const { id: samlProviderId } = await addProvider(identity, { admin: ada, organizationId, idp: await idp })
  const email = 'waiting@example.com'
  await made(operations.inviteUsersToOrganization, { emails: [email] })
  const tokenId = await made(operations.createScimToken, { name: 'Directory' })
  return { organizationId, userId: cy, tokenId, teamId, inviteId, samlProviderId, email, bob, cy }
}
type Stage = Awaited<ReturnType<typeof stage>>
const idp = identityProvider('rights')

/** Bodies of the writes that require a role. */
const bodies: Record<string, (stage: Stage) => object | undefined> = {
  updateOrganizationById: () => ({ title: 'Taken over', hostname: 'taken-over' }),
  deleteOrganizationById: () => undefined,
  inviteUsersToOrganization: () => ({ emails: ['new@example.com', 'ada.lovelace@example.com'], role: 'admin' }),
  createOrganizationInvite: () => ({ role: 'admin' }),
  updateOrganizationInviteById: () => ({ role: 'admin' }),
  deleteOrganizationInviteById: () => undefined,
  withdrawPendingInvite: () => undefined,
  updateMemberInOrganizationById: () => ({ role: 'admin' }),
  removeMemberFromOrganizationById: () => undefined,
  setUserAsSSOMemberForOrganization: () => undefined,
  createOrganizationTeam: () => ({ title: 'More' }),
  updateTeamInOrganizationById: () => ({ title: 'Other' }),
  removeTeamFromOrganizationById: () => undefined,
  updateMembersInOrganizationTeam: ({ cy }) => ({ remove: [cy] }),
  addMemberToOrganizationTeamById: () => ({ role: 'owner' }),
  deleteMemberFromOrganizationTeamById: () => undefined,
  createScimToken: () => ({ name: 'Mine' }),
  revokeScimToken: () => undefined,
  createSignInLink: ({ email }) => ({ email }),
  createOrganizationSAMLProvider: () => ({ label: 'Mine' }),
  updateOrganizationSAMLProvider: () => ({ label: 'Mine', ssoURL: 'https://mine.example' }),
  deleteOrganizationSAMLProvider: () => undefined,
}
/** Writes that depend on the caller's own membership alone, see below. */
const ownOnly = ['updateOrganizationMemberLastSeenAt']
const writes = Object.values<Operation>(operations).filter(
  ({ access, method }) => access.on === 'organization' && method !== 'GET',
)

test('every write in an organization is asked here', () => {
  expect(writes.map(({ id }) => id).sort()).toEqual([...Object.keys(bodies), ...ownOnly].sort())
})

const send = (id: string, here: Stage) => {
  const operation = writes.find((one) => one.id === id)
  if (!operation) throw new Error(`${id} is no write of an organization`)
  const { organizationId, userId, tokenId, teamId, inviteId, samlProviderId, email, bob } = here
  const params = { organizationId, userId, tokenId, teamId, inviteId, samlProviderId, email }
  // Of all writes, the deletion alone has a query: the title of the organization.
  const query = operation.query && { title: 'Engines' }
  return identity.call(operation, { as: bob, params, ...(query && { query }), body: bodies[id]?.(here) })
}

/** Returns all rows of the organization, except those of the caller's own membership, which the other side changes. */
async function rowsOf({ organizationId, bob }: Stage) {
  const sql = sqlOf(identity)
  const of = (table: 'team' | 'team_member' | 'link_invite' | 'saml_provider' | 'pending_invite' | 'member') =>
    sql.selectFrom(table).selectAll().where('organization_id', '=', organizationId).execute()
  const tables = ['team', 'team_member', 'link_invite', 'saml_provider', 'pending_invite', 'member'] as const
  const rows = (await Promise.all(tables.map(of))).flat().filter((row) => !('user_id' in row && row.user_id === bob))
  const organization = await sql.selectFrom('organization').selectAll().where('id', '=', organizationId).execute()
  const outbox = await sql
    .selectFrom('outbox')
    .select((select) => select.fn.countAll().as('count'))
    .execute()
  const mails = await sql.selectFrom('mail').select('recipient').execute()
  return [...rows, ...organization, ...outbox, ...mails].map((row) => JSON.stringify(row)).sort()
}

const holdOrganization = (sql: Kysely<Tables>, { organizationId }: Stage) =>
  sql.selectFrom('organization').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute()
const own = (sql: Kysely<Tables>, { organizationId, bob }: Stage) =>
  sql.updateTable('member').where('organization_id', '=', organizationId).where('user_id', '=', bob)

test.each(Object.keys(bodies))('%s does nothing for somebody who is demoted while it waits', async (id) => {
  const here = await stage()
  const before = await rowsOf(here)
  const demote = async (sql: Kysely<Tables>) => {
    await holdOrganization(sql, here)
    await own(sql, here).set({ role: 'read' }).execute()
    // An owner manages a team whatever their role.
    await sql.deleteFrom('team_member').where('user_id', '=', here.bob).execute()
  }
  const { status } = await overtaken(identity, demote, () => send(id, here))
  expect(status).toBe(403)
  expect(await rowsOf(here)).toEqual(before)
})

test.each([
  'updateTeamInOrganizationById',
  'updateMembersInOrganizationTeam',
  'addMemberToOrganizationTeamById',
  'deleteMemberFromOrganizationTeamById',
])('%s does nothing for an owner who is made a member of the team while it waits', async (id) => {
  const here = await stage()
  await own(sqlOf(identity), here).set({ role: 'read' }).execute()
  const before = await rowsOf(here)
  const demote = async (sql: Kysely<Tables>) => {
    await sql.selectFrom('team').select('id').where('id', '=', here.teamId).forNoKeyUpdate().execute()
    await sql.updateTable('team_member').set({ role: 'member' }).where('user_id', '=', here.bob).execute()
  }
  const { status } = await overtaken(identity, demote, () => send(id, here))
  expect(status).toBe(403)
  expect(await rowsOf(here)).toEqual(before)
})

test('a ping of somebody who is disabled while it waits finds no organization', async () => {
  const here = await stage()
  const disable = (sql: Kysely<Tables>) => own(sql, here).set({ disabled: true }).execute()
  const ping = () =>
    identity.call(operations.updateOrganizationMemberLastSeenAt, {
      as: here.bob,
      params: { organizationId: here.organizationId },
    })
  expect((await overtaken(identity, disable, ping)).status).toBe(404)
})

test('a ping does not wait for whoever changes the organization', async () => {
  const here = await stage()
  const { organizationId, bob } = here
  await sqlOf(identity)
    .transaction()
    .execute(async (sql) => {
      await holdOrganization(sql, here)
      const params = { organizationId }
      const { status } = await identity.call(operations.updateOrganizationMemberLastSeenAt, { as: bob, params })
      expect(status).toBe(200)
    })
})

test('nobody joins by a domain that is given up, or by a link that is taken back, while they wait', async () => {
  const here = await stage()
  const { organizationId, inviteId } = here
  const params = { organizationId, inviteId }
  await identity.call(operations.updateOrganizationById, { as: ada, params, body: { emailDomains: ['left.example'] } })
  const lea = await addPerson(identity, 'lea@left.example')
  const close = async (sql: Kysely<Tables>) => {
    await sql.updateTable('organization').set({ email_domains: [] }).where('id', '=', organizationId).execute()
    await sql.deleteFrom('link_invite').where('id', '=', inviteId).execute()
  }
  const join = (operation: Operation) => () => identity.call(operation, { as: lea, params })
  const byLink = overtaken(identity, close, join(operations.joinOrganizationWithInvite))
  expect((await byLink).status).toBe(404)
  await identity.call(operations.updateOrganizationById, { as: ada, params, body: { emailDomains: ['left.example'] } })
  expect((await overtaken(identity, close, join(operations.joinOrganization))).status).toBe(404)
})
