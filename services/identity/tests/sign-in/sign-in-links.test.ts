import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditOperations, identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { administer } from '../../src/administration/administer.ts'
import { addMembers } from '../../src/members/members.rules.ts'
import { createUser } from '../../src/users/users.rules.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { addMember, addOrganization, addPerson, signInsBy, sqlOf, startIdentity, within } from '../support.ts'
import { openSignIn } from './sign-in.fixture.ts'

let server: MailServer
let identity: ServiceTest
let ada: string
let organizationId: string
let offsetMs = 0
beforeAll(async () => {
  server = await startMailServer()
  identity = await startIdentity({ SMTP_URL: server.url }, { now: () => new Date(Date.now() + offsetMs) })
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(async () => {
  await identity.stop()
  await server.stop()
})

const { useLink, purposeOf, personOf, askAndReceive } = openSignIn(
  () => identity,
  () => server,
)
const makeLink = (email: string, as = ada, organization = organizationId) =>
  identity.call(operations.createSignInLink, { as, params: { organizationId: organization }, body: { email } })
const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const linkFor = async (email: string) => tokenIn((await makeLink(email)).body.url)
let invited = 0
async function invite(role = 'edit') {
  invited += 1
  const email = `invited${invited}@example.com`
  await identity.call(operations.inviteUsersToOrganization, {
    ...{ as: ada, params: { organizationId }, body: { emails: [{ email, role }] } },
  })
  return email
}
const membersWith = (email: string) =>
  sqlOf(identity)
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select(['member.role', 'user.vouched_by', 'user.id'])
    .where('user.email', '=', email)
    .execute()

test('an invited person joins by a link, with a session of that organization alone, which works once', async () => {
  const email = await invite()
  const { status, body } = await makeLink(email)
  expect([status, body.email]).toEqual([201, email])
  expect(body.url).toMatch(/^http:\/\/docs\.example\.com\/sign-in\/[\w-]{43}$/)
  expect((Date.parse(body.expiresAt) - Date.now()) / 3600_000).toBeCloseTo(24, 1)
  const token = tokenIn(body.url)
  expect((await purposeOf(token)).body).toEqual({
    email,
    organization: { id: organizationId, title: 'Engines' },
    next: null,
  })
  const before = await signInsBy(identity, 'link')
  const answers = await Promise.all([useLink(token), useLink(token)])
  expect(answers.map((one) => one.status).sort()).toEqual([201, 400])
  expect(await signInsBy(identity, 'link')).toEqual({ ...before, accepted: before.accepted + 1 })
  const answer = answers.find((one) => one.status === 201)
  expect(answer?.body).toMatchObject({ method: 'link', organization: organizationId })
  const members = await membersWith(email)
  expect(members).toEqual([{ role: 'edit', vouched_by: organizationId, id: expect.any(String) }])
  expect(await personOf(answer?.headers ?? new Headers())).toMatchObject({ id: members[0]?.id, kind: 'saml' })
  expect(JSON.stringify(await sqlOf(identity).selectFrom('sign_in_link').selectAll().execute())).not.toContain(token)
  // A second link is for the member that they are now.
  expect((await useLink(await linkFor(email))).status).toBe(201)
})

test('a link is made neither for strangers nor for an account that its owner has proved', async () => {
  await addMember(identity, { admin: ada, organizationId, name: 'Own Account', role: 'edit' })
  await addPerson(identity, 'elsewhere@example.com')
  expect((await makeLink('own.account@example.com')).status).toBe(409)
  expect((await makeLink('elsewhere@example.com')).status).toBe(404)
  expect((await makeLink('nobody@example.com')).status).toBe(404)
  expect((await makeLink(await invite(), await addPerson(identity, 'Eve Other'))).status).toBe(404)
  const bob = await addMember(identity, { admin: ada, organizationId, name: 'Bob Creator', role: 'create' })
  expect((await makeLink(await invite(), bob)).status).toBe(403)
})

test('an account that another organization vouches for stays closed', async () => {
  const email = 'theirs@example.com'
  const other = await addOrganization(identity, ada, 'Others')
  await within(identity, async (writer) => {
    const user = await createUser(writer, { email, displayName: 'Theirs', vouchedBy: other })
    await addMembers(writer, [{ organizationId: other, user, role: 'read', sso: false }])
  })
  expect((await makeLink(email)).status).toBe(404)
  const token = tokenIn((await makeLink(email, ada, other)).body.url)
  const { body } = await useLink(token)
  expect(body.organization).toBe(other)
})

test('a later link replaces an earlier one, and a link ends after a day', async () => {
  const email = await invite()
  const [first, second] = [await linkFor(email), await linkFor(email)]
  expect((await useLink(first)).status).toBe(400)
  offsetMs = 24 * 3600_000
  const late = [await useLink(second), await purposeOf(second)]
  offsetMs = 0
  expect(late.map(({ status }) => status)).toEqual([400, 400])
  expect((await useLink(second)).status).toBe(201)
})

test('a link is dead once its invitation is withdrawn, or its administrator is none any more', async () => {
  const withdrawn = await invite()
  const token = await linkFor(withdrawn)
  await identity.call(operations.withdrawPendingInvite, {
    ...{ as: ada, params: { organizationId, email: withdrawn } },
  })
  expect((await useLink(token)).status).toBe(400)
  const cem = await addMember(identity, { admin: ada, organizationId, name: 'Cem Admin', role: 'admin' })
  const made = tokenIn((await makeLink(await invite(), cem)).body.url)
  await identity.call(operations.updateMemberInOrganizationById, {
    ...{ as: ada, params: { organizationId, userId: cem }, body: { role: 'create' } },
  })
  expect((await useLink(made)).status).toBe(400)
})

test('a link is dead once the operator disables its administrator, and stays so when they are enabled', async () => {
  const dee = await addMember(identity, { admin: ada, organizationId, name: 'Dee Admin', role: 'admin' })
  const linkOf = async () => tokenIn((await makeLink(await invite(), dee)).body.url)
  const operator = (command: string) => administer(identity.env, [command, '--id', dee], () => undefined)
  const [made, left] = [await linkOf(), await linkOf()]
  const hashes = sqlOf(identity).selectFrom('sign_in_link').selectAll()
  const rows = await hashes.where('made_by', 'is not', null).execute()
  await operator('disable')
  expect([(await useLink(made)).status, (await useLink(left)).status]).toEqual([400, 400])
  // One that is made in the same moment is dead too.
  const missed = rows.filter(({ email }) => email === `invited${invited}@example.com`)
  await sqlOf(identity).insertInto('sign_in_link').values(missed).execute()
  expect((await useLink(left)).status).toBe(400)
  await operator('enable')
  expect([(await useLink(made)).status, (await useLink(left)).status]).toEqual([400, 201])
})

test('a link is dead once the person has proved the address, and its sessions end then', async () => {
  const email = await invite()
  const session = await useLink(await linkFor(email))
  expect(session.status).toBe(201)
  const unused = await linkFor(email)
  const { token } = await askAndReceive(email)
  const own = await useLink(token)
  expect([own.status, own.body]).toEqual([201, expect.anything()])
  expect((await personOf(own.headers))?.kind).toBe('user')
  expect((await useLink(unused)).status).toBe(400)
  expect((await personOf(session.headers))?.revoked_at).not.toBeNull()
  expect((await personOf(own.headers))?.revoked_at).toBeNull()
})

test('an organization that demands single sign-on has no links, and the sessions of earlier ones end', async () => {
  const organization = await addOrganization(identity, ada, 'Demanding')
  const email = 'demanded@example.com'
  await identity.call(operations.inviteUsersToOrganization, {
    ...{ as: ada, params: { organizationId: organization }, body: { emails: [email] } },
  })
  const session = await useLink(tokenIn((await makeLink(email, ada, organization)).body.url))
  const unused = tokenIn((await makeLink(email, ada, organization)).body.url)
  await identity.call(operations.updateOrganizationById, {
    ...{ as: ada, params: { organizationId: organization }, body: { sso: true } },
  })
  expect((await personOf(session.headers))?.revoked_at).not.toBeNull()
  expect((await useLink(unused)).status).toBe(400)
  expect((await makeLink(email, ada, organization)).status).toBe(409)
})

test('the operator prints a link for anybody, which opens the whole account and creates it', async () => {
  const lines: string[] = []
  const args = ['sign-in-link', '--email', 'First@example.com', '--name', 'First Person']
  await administer({ ...identity.env, PUBLIC_URL: 'http://docs.example.com/' }, args, (line) => lines.push(line))
  expect(lines).toEqual([expect.stringMatching(/^http:\/\/docs\.example\.com\/sign-in\/[\w-]{43}$/)])
  const token = tokenIn(lines[0] ?? '')
  expect((await purposeOf(token)).body).toEqual({ email: 'First@example.com', organization: null, next: null })
  const answer = await useLink(token)
  expect(await personOf(answer.headers)).toMatchObject({ email: 'First@example.com', kind: 'user', member_id: null })
  expect((await useLink(token)).status).toBe(400)
})

test('who made a link, and who signed in with it, is in the audit log, without the link', async () => {
  const email = await invite()
  const { body } = await makeLink(email)
  const session = await useLink(tokenIn(body.url))
  const about = async (target: string) =>
    (
      await identity.call(auditOperations.listOrganizationAuditEvents, {
        ...{ as: ada, params: { organizationId }, query: { target } },
      })
    ).body.items
  const made = await about(email)
  expect(made).toMatchObject([{ action: 'createSignInLink', actor: { id: ada } }])
  const person = await personOf(session.headers)
  expect(await about(session.body.id)).toMatchObject([
    { action: 'signInWithLink', source: 'ui', actor: { type: 'user', id: person?.id } },
  ])
  expect(JSON.stringify(made)).not.toContain(tokenIn(body.url))
})
