import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { startOpenIdProvider } from '@quire/world/openid-provider'
import type { ServiceTest } from '@quire/world/service-test'
import { administer } from '../../src/administration/administer.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'
import { openSignIn } from './sign-in.fixture.ts'

const publicUrl = 'http://docs.example.com/quire'
const dayMs = 86_400_000

let server: MailServer
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>
let identity: ServiceTest
let ada: string
let organizationId: string
let other: string
/** Offset of the service's clock. */
let aheadMs = 0
beforeAll(async () => {
  server = await startMailServer()
  provider = await startOpenIdProvider(`${publicUrl}/sign-in/oidc`)
  const env = { ...provider.settings, OIDC_LABEL: 'Corporate', SMTP_URL: server.url, PUBLIC_URL: publicUrl }
  identity = await startIdentity(env, { now: () => new Date(Date.now() + aheadMs) })
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
  other = await addOrganization(identity, ada, 'Other')
})
afterAll(async () => {
  await identity?.stop()
  await server?.stop()
  provider?.stop()
})

const { ask, askAndReceive, useCode, useLink, purposeOfInvite, personOf } = openSignIn(
  () => identity,
  () => server,
)

const changeOrganization = (body: object) =>
  identity.call(operations.updateOrganizationById, { as: ada, params: { organizationId }, body })
const join = (inviteId: string, as: string) =>
  identity.call(operations.joinOrganizationWithInvite, { as, params: { organizationId, inviteId } })
async function newLink(body: object = { role: 'read' }, as = ada): Promise<string> {
  return (await identity.call(operations.createOrganizationInvite, { as, params: { organizationId }, body })).body.id
}
const pathOf = (inviteId: string, of = organizationId) => `/quire/o/${of}/join/${inviteId}`

let newcomers = 0
const newcomer = () => {
  newcomers += 1
  return `newcomer${newcomers}@nowhere.example`
}

/** Asks for a mail on the way to a path; resolves with true if one is written, once the service has decided. */
async function getsMail(next: string, email = newcomer()): Promise<boolean> {
  const { status, body } = await ask(email, undefined, next)
  expect([next, status, Object.keys(body)]).toEqual([next, 201, ['id']])
  for (;;) {
    const row = await sqlOf(identity)
      .selectFrom('sign_in_mail')
      .select(['attempts', 'code_hash'])
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    if (row.attempts > 0 && (row.code_hash !== null || (await isSettled(body.id)))) return row.code_hash !== null
    // A request that comes later is looked at later.
    const known = newcomer()
    await addPerson(identity, known)
    await askAndReceive(known)
  }
}

const isSettled = async (id: string) =>
  (await sqlOf(identity)
    .selectFrom('sign_in_mail')
    .select('id')
    .where('id', '=', id)
    .where('try_at', '>', new Date(Date.now() + dayMs))
    .executeTakeFirst()) !== undefined

/** Signs in at the OpenID Connect provider with a new address, on the way to a path. */
async function entersBy(next: string | undefined, email = newcomer()): Promise<number> {
  const as = { kind: 'none', scope: 'full', address: '203.0.113.7', browser: 'browser' } as const
  const { url } = (await identity.call(operations.beginOidcSignIn, { as })).body
  const answer = await provider.signIn(url, { email, email_verified: true })
  const body = { ...Object.fromEntries(answer), ...(next !== undefined && { next }) }
  return (await identity.call(operations.signInWithOidc, { as, body })).status
}

test('whoever has an invite link gets a mail on the way to it, an account by the mail, and joins', async () => {
  const inviteId = await newLink({ role: 'comment' })
  const [byLink, byCode] = [newcomer(), newcomer()]
  const mail = await askAndReceive(byLink, undefined, `${pathOf(inviteId)}?from=chat#here`)
  const first = await useLink(mail.token)
  const { id, code } = await askAndReceive(byCode, undefined, pathOf(inviteId))
  const second = await useCode(id, code)
  expect([first.status, second.status]).toEqual([201, 201])
  for (const { headers } of [first, second]) {
    const person = await personOf(headers)
    expect((await join(inviteId, person?.id ?? '')).status).toBe(200)
    const { body } = await identity.call(operations.getMemberInOrganizationById, {
      ...{ as: ada, params: { organizationId, userId: person?.id ?? '' } },
    })
    expect(body.role).toBe('comment')
  }
})

test('an invite link names its organization to whoever has it, and nothing else does', async () => {
  const inviteId = await newLink()
  const ask = (organization: string, invite: string) => purposeOfInvite({ organization, invite })
  expect(await ask(organizationId, inviteId)).toMatchObject({
    ...{ status: 200, body: { organization: { id: organizationId, title: 'Engines' } } },
  })
  // The link is there to be used after that.
  expect((await join(inviteId, await addPerson(identity, newcomer()))).status).toBe(200)
  const others = [await ask(organizationId, 'unknown'), await ask(other, inviteId), await ask('nowhere', inviteId)]
  await changeOrganization({ inviteLinks: false })
  others.push(await ask(organizationId, inviteId))
  await changeOrganization({ inviteLinks: true })
  await identity.call(operations.deleteOrganizationInviteById, { as: ada, params: { organizationId, inviteId } })
  others.push(await ask(organizationId, inviteId))
  expect(others.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([404, others[0]?.body]))
})

test('the provider of the installation lets in whoever is on the way to an invite link', async () => {
  expect(await entersBy(pathOf(await newLink()))).toBe(201)
})

test('a path to anything but an invite link that works lets nobody in, and is answered alike', async () => {
  const inviteId = await newLink()
  const paths = [
    ...[pathOf('unknown'), pathOf(inviteId, other), pathOf(inviteId, 'nowhere'), pathOf(`${inviteId}x`)],
    // Only a path of the console leads to it.
    ...[`/o/${organizationId}/join/${inviteId}`, `/quire2/o/${organizationId}/join/${inviteId}`],
    ...[`/quire/visit?to=${pathOf(inviteId)}`, `/quire/o/${organizationId}#/join/${inviteId}`, `/quire/o/${inviteId}`],
    ...[
      `/quire/..${pathOf(inviteId).slice('/quire'.length)}`,
      `${pathOf(inviteId)}/more`,
      `/quire/x${pathOf(inviteId)}`,
    ],
  ]
  for (const path of paths) expect([path, await getsMail(path)]).toEqual([path, false])
  for (const path of [...paths, undefined]) expect([path, await entersBy(path)]).toEqual([path, 403])
})

test('a link that was deleted or has expired lets nobody in', async () => {
  const deleted = await newLink()
  const params = { organizationId, inviteId: deleted }
  await identity.call(operations.deleteOrganizationInviteById, { as: ada, params })
  const short = await newLink({ role: 'read', expiresAt: new Date(Date.now() + dayMs / 2).toISOString() })
  expect([await getsMail(pathOf(deleted)), await entersBy(pathOf(deleted))]).toEqual([false, 403])
  expect(await entersBy(pathOf(short))).toBe(201)
  aheadMs = dayMs
  const late = await entersBy(pathOf(short))
  aheadMs = 0
  expect(late).toBe(403)
})

test('a link lets nobody in while its organization allows no links, or demands single sign-on', async () => {
  const inviteId = await newLink()
  for (const closed of [{ inviteLinks: false }, { inviteLinks: true, sso: true }]) {
    await changeOrganization(closed)
    expect([closed, await getsMail(pathOf(inviteId)), await entersBy(pathOf(inviteId))]).toEqual([closed, false, 403])
  }
  await changeOrganization({ sso: false })
  expect([await getsMail(pathOf(inviteId)), await entersBy(pathOf(inviteId))]).toEqual([true, 201])
})

test('a link lets nobody in once its administrator is none any more, or is disabled', async () => {
  const cem = await addMember(identity, { admin: ada, organizationId, name: 'Cem Admin', role: 'admin' })
  const inviteId = await newLink({ role: 'read' }, cem)
  const params = { organizationId, userId: cem }
  const change = (body: object) => identity.call(operations.updateMemberInOrganizationById, { as: ada, params, body })
  const bystander = await addPerson(identity, 'Bea Bystander')
  for (const body of [{ role: 'create' }, { role: 'admin', disabled: true }]) {
    await change(body)
    const answers = [await getsMail(pathOf(inviteId)), await entersBy(pathOf(inviteId))]
    expect([body, ...answers, (await join(inviteId, bystander)).status]).toEqual([body, false, 403, 404])
  }
  await change({ disabled: false })
  await administer(identity.env, ['disable', '--email', 'cem.admin@example.com'], () => undefined)
  expect([
    await getsMail(pathOf(inviteId)),
    await entersBy(pathOf(inviteId)),
    (await join(inviteId, bystander)).status,
  ]).toEqual([false, 403, 404])
})

test('a person whom the operator disabled gets in by no link', async () => {
  const email = newcomer()
  await addPerson(identity, email)
  await administer(identity.env, ['disable', '--email', email], () => undefined)
  const path = pathOf(await newLink())
  expect([await getsMail(path, email), await entersBy(path, email)]).toEqual([false, 403])
})

test('a mail makes no account once the invite link or the invitation that it was written for has ended', async () => {
  const inviteId = await newLink()
  const email = newcomer()
  const { id, code, token } = await askAndReceive(email, undefined, pathOf(inviteId))
  await identity.call(operations.deleteOrganizationInviteById, { as: ada, params: { organizationId, inviteId } })
  const answers = [await useCode(id, code), await useLink(token)]
  expect(answers.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual(Array(2).fill([400, null]))
  const accounts = sqlOf(identity).selectFrom('user').select('id').where('email', '=', email)
  expect(await accounts.execute()).toEqual([])
})

test('mails on the way to an invite link are bounded like all others of an address', async () => {
  const [path, email] = [pathOf(await newLink()), newcomer()]
  const statuses: number[] = []
  for (let count = 0; count <= 20; count += 1) statuses.push((await ask(email, undefined, path)).status)
  expect(statuses).toEqual([...Array(20).fill(201), 429])
})

test('a path that a browser would take for another host is refused at the end of a sign-in too', async () => {
  expect(await entersBy('//evil.example')).toBe(400)
})
