import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  auditOperations,
  installationAdminOperations as installation,
  identityOperations as operations,
} from '@quire/contracts'
import type { Caller } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import jwt from 'jsonwebtoken'
import { administer } from '../../src/administration/administer.ts'
import { readInstallationFlags } from '../../src/tokens/flags.ts'
import { issueInstallationToken } from '../../src/tokens/issue.ts'
import { findSystem } from '../../src/tokens/system-config.ts'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const operator: Caller = { kind: 'installation', scope: 'full', tokenId: 'tok' }
const asOperator = (
  id: keyof typeof installation,
  sent: { params?: Record<string, string>; query?: Record<string, string> } = {},
) => identity.call(installation[id], { as: operator, ...sent })

async function admin(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await administer(identity.env, args, (line) => lines.push(line))
  return lines
}

test('people and organizations are listed page by page, and found by a part of their names', async () => {
  await addPerson(identity, 'Bea Bell')
  await addOrganization(identity, ada, 'Looms')
  const first = await asOperator('listUsersOfInstallation', { query: { limit: '1' } })
  expect(first.body).toMatchObject({
    count: 2,
    items: [{ id: ada, name: 'Ada Lovelace', organizations: 2, disabled: false }],
  })
  const second = await asOperator('listUsersOfInstallation', { query: { limit: '1', page: first.body.next.page } })
  expect(second.body.items).toMatchObject([{ name: 'Bea Bell', organizations: 0 }])
  expect(second.body.next).toBeUndefined()
  const found = await asOperator('listOrganizationsOfInstallation', { query: { search: 'LOOM' } })
  expect(found.body).toMatchObject({
    count: 1,
    items: [{ title: 'Looms', members: 1, administrators: ['ada.lovelace@example.com'] }],
  })
  const figures = await asOperator('getInstallationFigures')
  expect(figures.body).toMatchObject({ people: 2, organizations: 2, sites: 0, estimated: [] })
})

test('a person is disabled, enabled, signed out and deleted, with events that name the token', async () => {
  const cem = await addMember(identity, { admin: ada, organizationId, name: 'Cem', role: 'edit' })
  const params = { userId: cem }
  const token = () => identity.call(operations.createAccessToken, { as: cem, body: { name: 'CI' } })
  await token()
  expect((await asOperator('disableUser', { params })).body).toEqual({ ended: 1 })
  expect((await token()).status).toBe(401)
  expect((await asOperator('enableUser', { params })).status).toBe(204)
  expect((await token()).status).toBe(201)
  expect((await asOperator('endSessionsOfUser', { params })).body).toEqual({ ended: 1 })
  expect((await asOperator('deleteUser', { params })).status).toBe(205)
  expect((await asOperator('deleteUser', { params })).status).toBe(204)
  expect((await asOperator('enableUser', { params })).status).toBe(409)
  expect((await asOperator('disableUser', { params: { userId: 'absent' } })).status).toBe(404)
  const events = await identity.call(auditOperations.listOrganizationAuditEvents, {
    ...{ as: ada, params: { organizationId }, query: { target: cem } },
  })
  expect(events.body.items.map(({ action }: { action: string }) => action)).toEqual([
    ...['deleteUser', 'endSessionsOfUser', 'enableUser', 'disableUser'],
  ])
  const { body } = await identity.call(auditOperations.getOrganizationAuditEvent, {
    ...{ as: ada, params: { organizationId, auditEventId: events.body.items[0].id } },
  })
  expect(body).toMatchObject({ actor: { type: 'system', id: 'installation' }, payload: { accessToken: 'tok' } })
})

test('the only administrator of an organization is deleted by force alone', async () => {
  const dan = await addPerson(identity, 'Dan')
  await addOrganization(identity, dan, 'Of Dan')
  const params = { userId: dan }
  const refused = await asOperator('deleteUser', { params })
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('"Of Dan"')])
  expect((await asOperator('deleteUser', { params, query: { force: 'true' } })).status).toBe(205)
})

test('an organization that was deleted admits nobody, takes nobody in, and its members and teams go', async () => {
  const own = await addOrganization(identity, ada, 'Brief')
  const eve = await addMember(identity, { admin: ada, organizationId: own, name: 'Eve', role: 'edit' })
  const params = { organizationId: own }
  const body = { title: 'Team', members: [eve] }
  await identity.call(operations.createOrganizationTeam, { as: ada, params, body })
  const invited = { emails: ['later@example.com'], role: 'read' }
  await identity.call(operations.inviteUsersToOrganization, { as: ada, params, body: invited })
  expect((await asOperator('deleteOrganization', { params })).status).toBe(205)
  expect((await asOperator('deleteOrganization', { params })).status).toBe(204)
  expect((await identity.call(operations.getOrganizationById, { as: eve, params })).status).toBe(404)
  const later = await addPerson(identity, 'later@example.com')
  const { body: none } = await identity.call(operations.listOrganizationsForAuthenticatedUser, { as: later })
  expect(none.items).toEqual([])
  const left = async () => {
    const tables = ['member', 'team', 'team_member', 'pending_invite', 'invitation_mail', 'audit_event'] as const
    const rows = await Promise.all(
      tables.map((table) => sqlOf(identity).selectFrom(table).selectAll().where('organization_id', '=', own).execute()),
    )
    return rows.flat().length
  }
  const isPurged = async () => {
    const { items } = (await asOperator('listOrganizationDeletions')).body
    return items.some(
      (one: { id: string; purgedAt: { identity: string | null } }) => one.id === own && one.purgedAt.identity,
    )
  }
  while (!(await isPurged())) await identity.settled()
  expect(await left()).toBe(0)
  const [deletion = ''] = await admin('organizations', 'deleted')
  expect(JSON.parse(deletion)).toMatchObject({ id: own, isComplete: false, purgedAt: { content: null } })
  expect((await asOperator('deleteOrganization', { params: { organizationId: 'absent' } })).status).toBe(204)
})

test('an administrator deletes their organization by its title, and nobody else does', async () => {
  const own = await addOrganization(identity, ada, 'Short-lived')
  const fay = await addMember(identity, { admin: ada, organizationId: own, name: 'Fay', role: 'create' })
  const remove = (as: string, query: { title?: string }) =>
    identity.call(operations.deleteOrganizationById, { as, params: { organizationId: own }, query })
  expect((await remove(fay, { title: 'Short-lived' })).status).toBe(403)
  expect((await remove(ada, {})).body.error.message).toMatch(/^query\.title: /)
  const refused = await remove(ada, { title: 'short-lived' })
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('query.title: ')])
  expect((await remove(ada, { title: 'Short-lived' })).status).toBe(205)
  expect((await remove(ada, { title: 'Short-lived' })).status).toBe(404)
  expect(
    (await identity.call(operations.getOrganizationById, { as: fay, params: { organizationId: own } })).status,
  ).toBe(404)
  const recorded = sqlOf(identity)
    .selectFrom('audit_event')
    .select(['organization_id', 'actor_id', 'target_label'])
    .where('target_id', '=', own)
    .where('action', '=', 'deleteOrganizationById')
  expect(await recorded.execute()).toEqual([{ organization_id: null, actor_id: ada, target_label: 'Short-lived' }])
})

test('a token of the installation is nobody’s, is listed, and is revoked by a command', async () => {
  const flags = readInstallationFlags(['--installation', '--name', 'Robot', '--expires', '1h', '--scope', 'read'])
  const claims = jwt.decode(await issueInstallationToken(findSystem(identity.env), flags))
  expect(claims).toMatchObject({ sub: 'installation', kind: 'installation', scope: 'read' })
  const [line = '', ...others] = await admin('tokens')
  expect(others).toEqual([])
  const { id } = JSON.parse(line)
  expect(JSON.parse(line)).toMatchObject({ name: 'Robot', scope: 'read' })
  expect(await admin('revoke', '--id', id)).toEqual(['revoked'])
  expect(await admin('tokens')).toEqual([])
  await expect(admin('revoke', '--id', id)).rejects.toThrow('no such token')
  expect(() => readInstallationFlags(['--installation', '--email', 'ada@example.com'])).toThrow('--email')
})
