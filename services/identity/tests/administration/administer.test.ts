import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditOperations, joiningOperations, identityOperations as operations, user } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { administer } from '../../src/administration/administer.ts'
import { issueToken } from '../../src/tokens/issue.ts'
import { findSystem } from '../../src/tokens/system-config.ts'
import { providerOf } from '../scim/scim.fixture.ts'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity({
    ORGANIZATIONS_BY: '@example.com,ida@elsewhere.example',
    ORGANIZATIONS_DELETED_BY: 'operator',
  })
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

/** Runs a command as the operator does; returns the lines that it prints. */
async function admin(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await administer(identity.env, args, (line) => lines.push(line))
  return lines
}

/** Makes a token as somebody who has one. */
const makeToken = (userId: string, tokenId?: string) =>
  identity.call(operations.createAccessToken, {
    as: { userId, kind: 'user', scope: 'full', ...(tokenId && { tokenId }) },
    body: { name: 'CI' },
  })
const eventsAbout = async (target: string) => {
  const { body } = await identity.call(auditOperations.listOrganizationAuditEvents, {
    ...{ as: ada, params: { organizationId }, query: { target } },
  })
  return body.items
}
const actionsAbout = async (target: string) =>
  (await eventsAbout(target)).map(({ action }: { action: string }) => action).reverse()

test('people and organizations of the whole installation are listed', async () => {
  const [found, ...others] = (await admin('people', '--search', 'LOVELACE')).map((line) => JSON.parse(line))
  expect(others).toEqual([])
  expect(found).toMatchObject({ id: ada, name: 'Ada Lovelace', organizations: 1, tokens: 0, disabled: false })
  expect(new Date(found.createdAt).toISOString()).toBe(found.createdAt)
  const organizations = (await admin('organizations')).map((line) => JSON.parse(line))
  expect(organizations).toMatchObject([
    { id: organizationId, title: 'Engines', members: 1, administrators: ['ada.lovelace@example.com'] },
  ])
})

test('where the operator alone deletes organizations, their administrators do not', async () => {
  const sent = { as: ada, params: { organizationId }, query: { title: 'Engines' } }
  const { status, body } = await identity.call(operations.deleteOrganizationById, sent)
  expect([status, body.error.message]).toEqual([403, expect.stringContaining('ask the operator')])
  expect((await identity.call(operations.getOrganizationById, sent)).status).toBe(200)
})

test('the figures of what this process knows are counted, and the others are unknown', async () => {
  const [line = '', ...others] = await admin('figures', '--json')
  expect(others).toEqual([])
  const figures = JSON.parse(line)
  expect(figures).toEqual({
    ...{ people: 1, organizations: 1, spaces: null, pages: null, sites: 0, fileBytes: null, estimated: [] },
    databaseBytes: { identity: expect.any(Number), content: null, sites: null, ai: null },
  })
  expect(figures.databaseBytes.identity).toBeGreaterThan(1_000_000)
  const table = (await admin('figures')).join('\n')
  expect(table).toMatch(/^people +1\norganizations +1\nspaces +unknown\n/)
  expect(table).toMatch(/\ndatabase of identity +\d+\.\d MB\n/)
})

test('the rows of a large table are not counted but estimated', async () => {
  const sql = sqlOf(identity)
  await raw`alter table organization set (autovacuum_enabled = false)`.execute(sql)
  await raw`select pg_restore_relation_stats(
    'schemaname', 'public', 'relname', 'organization', 'reltuples', 250000::real)`.execute(sql)
  const [line = ''] = await admin('figures', '--json')
  expect(JSON.parse(line)).toMatchObject({ people: 1, organizations: 250_000, estimated: ['organizations'] })
  expect((await admin('figures'))[1]).toMatch(/^organizations +about 250000$/)
  await raw`alter table organization reset (autovacuum_enabled)`.execute(sql)
  await raw`analyze organization`.execute(sql)
})

test('the sessions of a person end, and a token that has ended makes no other', async () => {
  const bea = await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: 'edit' })
  const { id } = (await makeToken(bea)).body
  expect(await admin('end-sessions', '--email', 'BEA.BELL@example.com')).toEqual(['1 tokens ended'])
  expect((await makeToken(bea, id)).status).toBe(401)
  expect(await admin('end-sessions', '--id', bea)).toEqual(['0 tokens ended'])
  expect(await actionsAbout(bea)).toEqual(['endSessionsOfUser', 'endSessionsOfUser'])
})

test('a disabled person gets no token in any way, until they are enabled again', async () => {
  const cem = await addMember(identity, { admin: ada, organizationId, name: 'Cem Disabled', role: 'edit' })
  const { id } = (await makeToken(cem)).body
  const named = ['--email', 'cem.disabled@example.com']
  expect(await admin('disable', ...named)).toEqual(['disabled; 1 tokens ended'])
  expect(await admin('disable', ...named)).toEqual(['disabled; 0 tokens ended'])
  expect([(await makeToken(cem, id)).status, (await makeToken(cem)).status]).toEqual([401, 401])
  const issue = () =>
    issueToken(findSystem(identity.env), {
      ...{ email: 'cem.disabled@example.com', displayName: 'Cem', lifetimeMs: 60_000, scope: 'full' },
    })
  await expect(issue()).rejects.toThrow('disabled')
  expect(await admin('enable', ...named)).toEqual(['enabled'])
  expect((await makeToken(cem)).status).toBe(201)
  expect(await issue()).toMatch(/^ey/)
  expect(await actionsAbout(cem)).toEqual(['disableUser', 'enableUser'])
  expect((await eventsAbout(cem))[0]).toMatchObject({
    actor: { type: 'system', id: 'command line' },
    source: 'script',
  })
})

test('a deleted person is named nowhere, leaves every organization, and their address is free again', async () => {
  const link = await identity.call(operations.createOrganizationInvite, {
    ...{ as: ada, params: { organizationId }, body: { role: 'read' } },
  })
  const inviteId = link.body.id
  const invited = { emails: ['Dan.Doomed@example.com', 'fay@example.com'], role: 'read' }
  await identity.call(operations.inviteUsersToOrganization, { as: ada, params: { organizationId }, body: invited })
  const dan = await addMember(identity, { admin: ada, organizationId, name: 'Dan Doomed', role: 'edit' })
  const own = await addOrganization(identity, dan, 'Of\u001b[2J\u009b\u202e Dan')
  const email = 'dan.doomed@example.com'
  await makeToken(dan)
  const scim = providerOf(identity, organizationId)
  for (const userName of [email, 'DAN.doomed@example.com'])
    expect((await scim('replaceScimUser', { params: { userId: dan }, body: { userName } })).status).toBe(200)
  const inTeams = { as: ada, params: { organizationId } }
  const { body: team } = await identity.call(operations.createOrganizationTeam, {
    ...{ ...inTeams, body: { title: 'Doomed ones' } },
  })
  const ofTeam = { as: ada, params: { organizationId, teamId: team.id } }
  for (const body of [{ add: [email] }, { memberships: { [email]: { role: 'owner' } } }, { remove: [email] }])
    expect((await identity.call(operations.updateMembersInOrganizationTeam, { ...ofTeam, body })).status).toBe(204)
  const { rows: repeated } = await raw<{ values: object }>`
    select payload -> 'values' as values from audit_event
    where action = 'updateMembersInOrganizationTeam' order by at`.execute(sqlOf(identity))
  expect(repeated.map(({ values }) => values)).toEqual([
    { add: [dan], memberships: {}, remove: [] },
    { add: [], memberships: { [dan]: { role: 'owner' } }, remove: [] },
    { add: [], memberships: {}, remove: [dan] },
  ])
  // Events of earlier versions, which repeated the address.
  const byAddress = JSON.stringify({ add: ['Dan.Doomed@example.com'], memberships: { [email]: { role: 'owner' } } })
  await raw`
    update audit_event set payload = jsonb_set(payload, '{values}', ${byAddress}::jsonb)
    where id = (select min(id) from audit_event where action = 'updateMembersInOrganizationTeam')`.execute(
    sqlOf(identity),
  )
  await raw`
    update audit_event set payload = jsonb_set(payload, '{values}', '{"userName": "Dan.Doomed@example.com"}')
    where id = (select min(id) from audit_event where action = 'replaceScimUser')`.execute(sqlOf(identity))
  await expect(admin('delete', '--email', email)).rejects.toThrow(
    String.raw`Nobody else administers "Of\u001b[2J\u009b\u202e Dan" (${own})`,
  )
  const [listed = ''] = await admin('organizations', '--search', 'Of\u001b')
  expect(listed).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(listed).id).toBe(own)
  expect((await makeToken(dan)).status).toBe(201)
  expect(await admin('delete', '--email', email, '--force')).toEqual(['deleted; left 2 organizations'])
  expect((await makeToken(dan)).status).toBe(401)
  // Requests that were on their way when the person was deleted.
  for (const { status } of [
    await identity.call(operations.updateUserById, {
      ...{ as: dan, params: { userId: dan }, body: { displayName: 'Dan Doomed' } },
    }),
    await identity.call(operations.createOrganization, { as: dan, body: { title: 'Later' } }),
    await identity.call(joiningOperations.joinOrganizationWithInvite, {
      ...{ as: dan, params: { organizationId, inviteId } },
    }),
  ])
    expect(status).toBe(401)
  const sql = sqlOf(identity)
  const row = await sql.selectFrom('user').selectAll().where('id', '=', dan).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ display_name: 'A former member', email: `${dan}@deleted.invalid`, photo_url: null })
  const emitted = await sql.selectFrom('outbox').select('envelope').orderBy('id').execute()
  const last = emitted.findLast(({ envelope }) => envelope.type === user.saved.type && envelope.key === dan)
  expect(last?.envelope.data).toMatchObject({ displayName: 'A former member', email: '', photoURL: null })
  for (const table of ['audit_event', 'member', 'pending_invite', 'mail', 'invitation_mail', 'user', 'sign_in_link']) {
    const { rows } = await raw`select * from ${raw.table(table)}`.execute(sql)
    expect(JSON.stringify(rows)).not.toMatch(/Dan Doomed|dan\.doomed/i)
  }
  expect(await actionsAbout(dan)).toEqual(['replaceScimUser', 'replaceScimUser', 'disableUser', 'deleteUser'])
  expect(await admin('delete', '--id', dan)).toEqual(['deleted before'])
  await expect(admin('enable', '--id', dan)).rejects.toThrow('was deleted')
  expect(await addPerson(identity, email)).not.toBe(dan)
})

test('a deletion that was killed in the middle goes on where it stopped', async () => {
  const eve = await addMember(identity, { admin: ada, organizationId, name: 'Eve Halfway', role: 'edit' })
  const sql = sqlOf(identity)
  // A first run that was killed after it had disabled the person.
  await sql.updateTable('user').set({ disabled_at: new Date() }).where('id', '=', eve).execute()
  expect(await admin('delete', '--id', eve)).toEqual(['deleted; left 1 organizations'])
  expect(await sql.selectFrom('member').selectAll().where('user_id', '=', eve).execute()).toEqual([])
})

test('only people whom the setting names make organizations', async () => {
  const status = async (email: string) => {
    const as = await addPerson(identity, email)
    return (await identity.call(operations.createOrganization, { as, body: { title: 'Mine' } })).status
  }
  expect(await status('gil@example.com')).toBe(201)
  expect(await status('IDA@elsewhere.example')).toBe(201)
  expect(await status('eve@elsewhere.example')).toBe(403)
  expect(await status('eve@sub.example.com')).toBe(403)
})

test('a command that is misspelt or names nobody says so, and does nothing', async () => {
  await expect(admin()).rejects.toThrow('Name a command: people,')
  await expect(admin('forget')).rejects.toThrow(
    'There is no command "forget". Name a command: people, organizations, organizations delete, organizations deleted, tokens, revoke, figures,',
  )
  await expect(admin('constructor')).rejects.toThrow(
    'Name a command: people, organizations, organizations delete, organizations deleted, tokens, revoke, figures,',
  )
  await expect(admin('disable')).rejects.toThrow('Name one person')
  await expect(admin('disable', '--email', 'x@example.com', '--id', 'y')).rejects.toThrow('Name one person')
  await expect(admin('disable', '--email', 'nobody@example.com')).rejects.toThrow('There is no such person')
  await expect(admin('people', '--force')).rejects.toThrow('--force is not for "people"')
})
