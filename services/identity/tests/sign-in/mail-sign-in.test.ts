import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import { administer } from '../../src/administration/administer.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { addOrganization, addPerson, counted, signInsBy, sqlOf, startIdentity } from '../support.ts'
import { cookieOf, nobodyAt, openSignIn } from './sign-in.fixture.ts'

let server: MailServer
let identity: ServiceTest
let ada: string
let offsetMs = 0
const refusedOnce = new Set<string>()
beforeAll(async () => {
  server = await startMailServer({ refuses: (recipient) => (refusedOnce.delete(recipient) ? 451 : undefined) })
  const env = { SMTP_URL: server.url, SIGN_IN_MAILS_PER_HOUR_OF_ADDRESS: '6' }
  identity = await startIdentity(env, { now: () => new Date(Date.now() + offsetMs) })
  ada = await addPerson(identity, 'Ada Lovelace')
})
afterAll(async () => {
  await identity.stop()
  await server.stop()
})

const { ask, askAndReceive, useCode, useLink, purposeOf, personOf, freshAddress } = openSignIn(
  () => identity,
  () => server,
)
const settled = (email: string) =>
  sqlOf(identity)
    .selectFrom('sign_in_mail')
    .select(['attempts', 'code_hash'])
    .where('email', '=', email)
    .where('attempts', '>', 0)
    .executeTakeFirst()

/** Resolves once the service has looked at the request of an address; other mails pass meanwhile. */
async function looked(email: string) {
  for (;;) {
    const row = await settled(email)
    if (row) return row
    // A request that comes later is looked at later.
    await askAndReceive(await someone())
  }
}

test('a link leads to the path that its mail was asked for at, and to no other host', async () => {
  const email = 'ada.lovelace@example.com'
  const { token, mail } = await askAndReceive(email, undefined, '/s/abc?page=2#there')
  expect(mail.text).not.toContain('/s/abc')
  expect((await purposeOf(token)).body).toEqual({ email, organization: null, next: '/s/abc?page=2#there' })
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n',
    's/abc',
    'https://evil.example',
    '',
  ]) {
    const { status, body } = await ask(email, undefined, next)
    expect([next, status, body.error?.message]).toEqual([next, 400, expect.stringContaining('body.next: ')])
  }
})

test('an account gets a link and a code, and either signs in once, in place of any earlier cookie', async () => {
  const before = await signInsBy(identity, 'mail')
  const { id, code, token, mail } = await askAndReceive('ada.lovelace@example.com')
  expect(mail.subject).toBe('Sign in to Quire')
  expect((await purposeOf(token)).body).toEqual({ email: 'ada.lovelace@example.com', organization: null, next: null })
  const answer = await useCode(id, code, nobodyAt('203.0.113.7'))
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    ...{ object: 'session', method: 'mail', device: 'Firefox on Linux', address: '203.0.113.7', isCurrent: true },
  })
  expect(answer.headers.get('set-cookie')).toMatch(
    /^quire=s-[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  )
  expect(await personOf(answer.headers)).toMatchObject({ id: ada, kind: 'user', member_id: null })
  const again = [await useCode(id, code), await useLink(token), await purposeOf(token)]
  expect(again.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual(Array(3).fill([400, null]))

  const second = await askAndReceive('ADA.Lovelace@example.com')
  const byLink = await useLink(second.token)
  expect([byLink.status, (await personOf(byLink.headers))?.id]).toEqual([201, ada])
  expect((await useCode(second.id, second.code)).status).toBe(400)
  expect(await signInsBy(identity, 'mail')).toEqual({ ...before, accepted: before.accepted + 2 })
})

test('of two redemptions of one code, and of one link, at the same time, one wins', async () => {
  const { id, code } = await askAndReceive(await someone())
  const codes = await Promise.all([1, 2, 3].map(() => useCode(id, code)))
  expect(codes.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  const { token } = await askAndReceive(await someone())
  const links = await Promise.all([1, 2, 3].map(() => useLink(token)))
  expect(links.map(({ status }) => status).sort()).toEqual([201, 400, 400])
})

test('an address without an account or an invitation is answered alike, and gets no mail', async () => {
  const known = await ask('ada.lovelace@example.com')
  const unknown = await ask('stranger@nowhere.example')
  expect([unknown.status, Object.keys(unknown.body)]).toEqual([known.status, Object.keys(known.body)])
  expect(unknown.body.id).toHaveLength(known.body.id.length)
  expect((await looked('stranger@nowhere.example')).code_hash).toBeNull()
  expect(server.received.flatMap(({ recipients }) => recipients)).not.toContain('stranger@nowhere.example')
  const refusals = [await useCode(unknown.body.id, '123456'), await useCode('no-request', '123456')]
  expect(refusals.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([400, refusals[0]?.body]))
})

test('an invited address gets an account with its membership, and one of an organization’s domain an account', async () => {
  const organizationId = await addOrganization(identity, ada, 'Inviting')
  const body = { emails: [{ email: 'new@invited.example', role: 'edit' }] }
  await identity.call(operations.inviteUsersToOrganization, { as: ada, params: { organizationId }, body })
  await identity.call(operations.updateOrganizationById, {
    ...{ as: ada, params: { organizationId }, body: { emailDomains: ['domain.example'] } },
  })
  const invited = await askAndReceive('new@invited.example')
  const person = await personOf((await useLink(invited.token)).headers)
  const { body: member } = await identity.call(operations.getMemberInOrganizationById, {
    ...{ as: ada, params: { organizationId, userId: person?.id ?? '' } },
  })
  expect(member).toMatchObject({ role: 'edit', user: { email: 'new@invited.example' } })
  const { token } = await askAndReceive('somebody@domain.example')
  expect((await personOf((await useLink(token)).headers))?.email).toBe('somebody@domain.example')
})

test('where signing up is open a stranger gets a mail, and an account by it', async () => {
  expect((await ask('stranger@open.example')).status).toBe(201)
  expect((await looked('stranger@open.example')).code_hash).toBeNull()
  identity.env.SIGN_UP = 'open'
  await identity.restart()
  const { token } = await askAndReceive('another@open.example')
  expect((await personOf((await useLink(token)).headers))?.email).toBe('another@open.example')
  delete identity.env.SIGN_UP
  await identity.restart()
  expect((await ask('late@open.example')).status).toBe(201)
  expect((await looked('late@open.example')).code_hash).toBeNull()
})

test('a code has five tries, which a right one after them does not change', async () => {
  const { id, code } = await askAndReceive(await someone())
  const wrong = code === '000000' ? '000001' : '000000'
  const tries = await Promise.all(Array.from({ length: 8 }, () => useCode(id, wrong)))
  expect(tries.map(({ status }) => status)).toEqual(Array(8).fill(400))
  const { tries: counted } = await sqlOf(identity)
    .selectFrom('sign_in_mail')
    .select('tries')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([counted, (await useCode(id, code)).status]).toEqual([5, 400])
})

test('after twenty wrong codes a day for one address its codes end, and its links go on', async () => {
  const email = 'guessed@example.com'
  await addPerson(identity, email)
  for (let mails = 0; mails < 4; mails += 1) {
    const { id, code } = await askAndReceive(email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect((await useCode(id, wrong)).status).toBe(400)
  }
  const { id, code, token } = await askAndReceive(email)
  expect((await useCode(id, code)).status).toBe(429)
  expect((await useLink(token)).status).toBe(201)
})

test('twenty wrong codes are the bound for codes of several mails that are tried at once, too', async () => {
  const email = 'hurried@example.com'
  await addPerson(identity, email)
  const mails = []
  for (let asked = 0; asked < 6; asked += 1) mails.push(await askAndReceive(email))
  const tries = mails.flatMap(({ id }) => Array.from({ length: 5 }, () => useCode(id, 'no code')))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(Map.groupBy(statuses.sort(), (status) => status)).toEqual(
    new Map([
      [400, Array(20).fill(400)],
      [429, Array(10).fill(429)],
    ]),
  )
})

test('one address gets a bounded number of mails within an hour, with or without an account', async () => {
  for (const email of ['bounded@nowhere.example', 'ben.bounded@example.com']) {
    await addPerson(identity, 'Ben Bounded')
    const statuses: number[] = []
    for (let count = 0; count < 13; count += 1) statuses.push((await ask(email)).status)
    expect(statuses).toEqual([...Array(12).fill(201), 429])
  }
})

test('neither one nor several networks can use up the mails of an address: whoever it belongs to gets two more', async () => {
  await addPerson(identity, 'Vic Tim')
  const email = 'vic.tim@example.com'
  const statusesAt = async (address: string, count: number) => {
    const statuses: number[] = []
    while (statuses.length < count) statuses.push((await ask(email, nobodyAt(address))).status)
    return statuses
  }
  for (const address of ['203.0.113.98', '203.0.113.99'])
    expect(await statusesAt(address, 6)).toEqual([201, 201, 201, 429, 429, 429])
  expect(await statusesAt('203.0.113.100', 3)).toEqual([201, 201, 429])
})

test('a link and a code end after ten minutes', async () => {
  const { id, code, token } = await askAndReceive(await someone())
  offsetMs = 10 * 60_000
  const late = [await useCode(id, code), await useLink(token), await purposeOf(token)]
  offsetMs = 0
  expect(late.map(({ status }) => status)).toEqual([400, 400, 400])
  expect((await useLink(token)).status).toBe(201)
})

let people = 0
async function someone() {
  people += 1
  const email = `someone${people}@example.com`
  await addPerson(identity, email)
  return email
}

test('an attempt that failed is repeated, and nothing at rest signs anybody in', async () => {
  const email = await someone()
  const failed = () => counted(identity, 'quire_sign_in_mails_total', { outcome: 'failed' })
  const before = await failed()
  refusedOnce.add(email)
  const { id, code, token } = await askAndReceive(email)
  const row = await sqlOf(identity)
    .selectFrom('sign_in_mail')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([row.attempts, (await failed()) - before]).toEqual([2, 1])
  for (const secret of [token, code]) expect(Object.values(row)).not.toContain(secret)
  expect((await useCode(id, code)).status).toBe(201)
})

test('a person whom the operator disabled gets no mail, and a link of before is dead', async () => {
  const email = await someone()
  const { token } = await askAndReceive(email)
  await administer(identity.env, ['disable', '--email', email], () => undefined)
  expect((await useLink(token)).status).toBe(400)
  await ask(email)
  await looked(email)
  expect(server.received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
})

test('signing in in a browser that has a session ends that session', async () => {
  const first = await useLink((await askAndReceive(await someone())).token)
  const known = await personOf(first.headers)
  const browser: Caller = {
    ...{ userId: known?.id ?? '', kind: 'user', scope: 'full', isSession: true, tokenId: first.body.id },
    address: freshAddress(),
  }
  const second = await useLink((await askAndReceive(await someone())).token, browser)
  expect(second.status).toBe(201)
  expect(cookieOf(second.headers)).not.toBe(cookieOf(first.headers))
  expect((await personOf(first.headers))?.revoked_at).not.toBeNull()
})
