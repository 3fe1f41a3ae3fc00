import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  auditOperations,
  installationAdminOperations as installation,
  identityOperations as operations,
} from '@quire/contracts'
import { type Caller, revocationKey, sessionHash } from '@quire/kit'
import { type PasskeyDevice, passkeyDevice } from '@quire/world/passkey-device'
import type { ServiceTest } from '@quire/world/service-test'
import { startSession } from '../../src/sessions/sessions.rules.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { addOrganization, addPerson, limitedTo, sqlOf, startIdentity, within } from '../support.ts'

const publicUrl = 'http://docs.example.com'
let server: MailServer
let identity: ServiceTest
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
beforeAll(async () => {
  server = await startMailServer()
  identity = await startIdentity({ SMTP_URL: server.url }, { now })
})
afterAll(async () => {
  await identity?.stop()
  await server?.stop()
})

let people = 0
/** A person of a test's own. */
async function someone() {
  people += 1
  return { ada: await addPerson(identity, `Ada ${people}`), email: `ada.${people}@example.com` }
}

/** Resolves with the text of a mail. */
async function mailTo(email: string, subject: string): Promise<string | undefined> {
  for (;;) {
    const mail = server.received.find((one) => one.recipients.includes(email) && one.subject === subject)
    if (mail) return mail.text
    await server.next()
  }
}

/** A person who has just signed in, in a browser. */
async function signedIn(userId: string): Promise<Caller> {
  const { id: tokenId } = await within(identity, (writer) =>
    startSession({ ...writer, now }, { userId, method: 'mail', device: 'Firefox on Linux', address: undefined }),
  )
  return { userId, kind: 'user', scope: 'full', isSession: true, tokenId }
}
const nobody = (browser = 'browser', address = '203.0.113.7'): Caller => ({
  kind: 'none',
  scope: 'full',
  address,
  browser,
})

const operator: Caller = { kind: 'installation', scope: 'full', tokenId: 'tok' }

const begin = (as: Caller | string) => identity.call(operations.beginPasskey, { as })
const add = (as: Caller | string, credential: unknown) =>
  identity.call(operations.addPasskey, { as, body: { credential }, headers: { 'User-Agent': firefox } })
const options = async (as: Caller = nobody()) => (await identity.call(operations.beginPasskeySignIn, { as })).body
const signIn = (credential: unknown, as: Caller = nobody()) =>
  identity.call(operations.signInWithPasskey, { as, body: { credential } })
const list = async (as: Caller | string) => (await identity.call(operations.listPasskeys, { as })).body.items
const remove = (as: Caller | string, passkeyId: string) =>
  identity.call(operations.removePasskey, { as, params: { passkeyId } })
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A device with a passkey of a person who has just signed in. */
async function deviceOf(userId: string): Promise<{ device: PasskeyDevice; as: Caller; id: string }> {
  const [device, as] = [passkeyDevice(publicUrl), await signedIn(userId)]
  const { status, body } = await add(as, device.make((await begin(as)).body))
  if (status !== 201) throw new Error(`no passkey was added: ${status}`)
  return { device, as, id: body.id }
}

async function personOf({ status, headers }: { status: number; headers: Headers }) {
  if (status !== 201) return status
  const [, secret = ''] = /^quire=([^;]*)/.exec(headers.get('set-cookie') ?? '') ?? []
  const row = await sqlOf(identity)
    .selectFrom('session')
    .innerJoin('token', 'token.id', 'session.id')
    .select(['token.user_id', 'token.member_id', 'session.method'])
    .where('session.hash', '=', sessionHash(secret))
    .executeTakeFirst()
  return row && `${row.user_id} ${row.method} ${row.member_id}`
}

test('a person adds a passkey, is written to about it, and signs in with it to their whole account', async () => {
  const { ada, email } = await someone()
  const { device, as, id } = await deviceOf(ada)
  expect(await mailTo(email, 'A passkey was added')).toContain('Passkey: Firefox on Linux')
  expect(await list(as)).toEqual([
    {
      ...{ object: 'passkey', id, name: 'Firefox on Linux', isSynced: true },
      ...{ createdAt: expect.any(String), usedAt: null },
      urls: { location: `${publicUrl}/v1/user/passkeys/${id}` },
    },
  ])
  const asked = await options()
  expect(asked).toEqual({
    ...{ rpId: 'docs.example.com', userVerification: 'required', timeout: expect.any(Number) },
    challenge: expect.any(String),
  })
  expect(await personOf(await signIn(device.use(asked)))).toBe(`${ada} passkey null`)
  expect((await list(as))[0]).toMatchObject({ id, usedAt: expect.any(String) })
  const renamed = await identity.call(operations.renamePasskey, {
    ...{ as, params: { passkeyId: id }, body: { name: ' Laptop ' } },
  })
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Laptop'])
})

test('additions, removals and sign-ins are audited in the organizations of the person', async () => {
  const { ada } = await someone()
  const organizationId = await addOrganization(identity, ada)
  const { device, as, id } = await deviceOf(ada)
  const { body } = await signIn(device.use(await options()))
  expect((await remove(as, id)).status).toBe(205)
  const actions = async (target: string) => {
    const query = { target }
    const asked = { as: ada, params: { organizationId }, query }
    const { items } = (await identity.call(auditOperations.listOrganizationAuditEvents, asked)).body
    return items.map(({ action, source, actor }: { action: string; source: string; actor: { id: string } }) =>
      [action, source, actor.id].join(' '),
    )
  }
  expect((await actions(id)).sort()).toEqual([`addPasskey ui ${ada}`, `removePasskey ui ${ada}`])
  expect(await actions(body.id)).toEqual([`signInWithPasskey ui ${ada}`])
})

test('passkeys are added and removed only by who has signed in within ten minutes, in a browser, to the whole account', async () => {
  const { ada } = await someone()
  const organizationId = await addOrganization(identity, ada)
  const { device, as, id } = await deviceOf(ada)
  const offered = (await begin(as)).body
  const statuses = async (who: Caller | string) => [
    (await begin(who)).status,
    (await add(who, passkeyDevice(publicUrl).make(offered))).status,
    (await remove(who, id)).status,
  ]
  expect(await statuses(ada)).toEqual([403, 403, 403])
  expect(await statuses({ ...as, ...limitedTo(ada, organizationId) })).toEqual([403, 403, 403])
  expect(await statuses({ ...as, isSession: false })).toEqual([403, 403, 403])
  aheadMs = 10 * 60_000
  const late = await statuses(as)
  aheadMs = 0
  expect(late).toEqual([403, 403, 403])
  expect(await personOf(await signIn(device.use(await options())))).toBe(`${ada} passkey null`)
  expect((await identity.call(operations.listPasskeys, { as: limitedTo(ada, organizationId) })).status).toBe(403)
})

test('an answer counts once, in the browser that asked, within five minutes, and for what it was asked for', async () => {
  const { ada } = await someone()
  const { device, as } = await deviceOf(ada)
  const asked = await options()
  const answer = device.use(asked)
  expect(await personOf(await signIn(answer, nobody('another')))).toBe(400)
  expect(await personOf(await signIn(answer))).toBe(`${ada} passkey null`)
  expect(await personOf(await signIn(answer))).toBe(400)
  // The device counts on, but the challenge is spent.
  expect(await personOf(await signIn(device.use(asked)))).toBe(400)
  const late = await options()
  aheadMs = 5 * 60_000
  const answered = await personOf(await signIn(device.use(late)))
  aheadMs = 0
  expect(answered).toBe(400)
  expect(await personOf(await signIn(device.use((await begin(as)).body)))).toBe(400)
  expect(await personOf(await signIn(device.use({ challenge: 'x'.repeat(72) })))).toBe(400)
  expect((await add(as, passkeyDevice(publicUrl).make(await options()))).status).toBe(400)
  const offered = (await begin(as)).body
  expect((await add(as, passkeyDevice(publicUrl).make(offered))).status).toBe(201)
  expect((await add(as, passkeyDevice(publicUrl).make(offered))).status).toBe(400)
  expect((await add(await signedIn(ada), passkeyDevice(publicUrl).make((await begin(as)).body))).status).toBe(400)
})

test.each([
  ['for a page of another origin', { origin: 'http://evil.example' }],
  ['for another port of the host', { origin: 'http://docs.example.com:8080' }],
  ['for another host', { host: 'example.com' }],
  ['in a frame of another page', { crossOrigin: true }],
  ['of a device that has not verified its holder', { isVerified: false }],
])('an answer %s is refused, of a new passkey too', async (_, deviation) => {
  const { device, as } = await deviceOf((await someone()).ada)
  expect(await personOf(await signIn(device.use(await options(), deviation)))).toBe(400)
  const made = passkeyDevice(publicUrl).make((await begin(as)).body, deviation)
  expect((await add(as, made)).status).toBe(400)
})

test('a device that has counted back is a copy, and signs nobody in; one that does not count may', async () => {
  const { ada } = await someone()
  const { device } = await deviceOf(ada)
  expect(await personOf(await signIn(device.use(await options(), { counter: 7 })))).toBe(`${ada} passkey null`)
  for (const counter of [7, 6, 0])
    expect(await personOf(await signIn(device.use(await options(), { counter })))).toBe(400)
  const { device: uncounted } = await deviceOf(ada)
  for (const _ of ['first', 'second'])
    expect(await personOf(await signIn(uncounted.use(await options(), { counter: 0 })))).toBe(`${ada} passkey null`)
})

test('a passkey signs in its own person alone, and no answer says which passkeys there are', async () => {
  const [{ ada }, { ada: bob }] = [await someone(), await someone()]
  const [{ device, id }, { device: his, as: asBob }] = [await deviceOf(ada), await deviceOf(bob)]
  const handle = Buffer.from(bob).toString('base64url')
  const answers = [
    await signIn(device.use(await options(), { handle })),
    await signIn({ ...his.use(await options()), id: device.id, rawId: device.id }),
    await signIn(passkeyDevice(publicUrl).use(await options(), { handle })),
  ]
  const [first] = answers
  for (const { status, body, headers } of answers) {
    expect([status, headers.get('set-cookie')]).toEqual([400, null])
    expect(body).toEqual(first?.body)
  }
  expect((await remove(asBob, id)).status).toBe(204)
  const rename = { as: asBob, params: { passkeyId: id }, body: { name: 'Mine' } }
  expect((await identity.call(operations.renamePasskey, rename)).status).toBe(404)
  expect((await list(asBob)).map((one: { id: string }) => one.id)).not.toContain(id)
  expect(await personOf(await signIn(device.use(await options())))).toBe(`${ada} passkey null`)
})

test('a passkey is added once', async () => {
  const { device, as } = await deviceOf((await someone()).ada)
  expect((await begin(as)).body.excludeCredentials).toContainEqual({ id: device.id, type: 'public-key' })
  expect((await add(as, device.make((await begin(as)).body))).status).toBe(409)
})

test('a removed passkey signs nobody in, and the sessions that it began end; the one that removes it goes on', async () => {
  const { ada, email } = await someone()
  const { device, as, id } = await deviceOf(ada)
  const { body: begun } = await signIn(device.use(await options()))
  const { body: own } = await signIn(device.use(await options(nobody('own'))), nobody('own'))
  expect((await remove({ ...as, tokenId: own.id }, id)).status).toBe(205)
  const isRevoked = async (session: string) =>
    (await identity.service.foundation.bus.revocations.get(revocationKey('identity.token', session)))?.operation ===
    'PUT'
  expect([await isRevoked(begun.id), await isRevoked(own.id)]).toEqual([true, false])
  expect(await personOf(await signIn(device.use(await options())))).toBe(400)
  expect((await remove(as, id)).status).toBe(204)
  expect(await mailTo(email, 'A passkey was removed')).toContain('signs nobody in any more')
})

test('a person whom the operator has disabled is not signed in, with the answer that strangers get', async () => {
  const { ada: eve } = await someone()
  const { device } = await deviceOf(eve)
  await identity.call(installation.disableUser, { as: operator, params: { userId: eve } })
  const refused = await signIn(device.use(await options()))
  expect([refused.status, refused.body]).toEqual([
    400,
    (await signIn(passkeyDevice(publicUrl).use(await options()))).body,
  ])
})

test('a person has twenty passkeys, and no more', async () => {
  const as = await signedIn((await someone()).ada)
  const statuses: number[] = []
  for (let index = 0; index < 21; index += 1)
    statuses.push((await add(as, passkeyDevice(publicUrl).make((await begin(as)).body))).status)
  expect(statuses).toEqual([...Array(20).fill(201), 409])
})

test('after many answers that fail a network waits, others do not, and sign-ins that succeed do not count', async () => {
  const { ada } = await someone()
  const { device } = await deviceOf(ada)
  const from = nobody('browser', '198.51.100.9')
  const stranger = passkeyDevice(publicUrl)
  expect(await personOf(await signIn(device.use(await options()), from))).toBe(`${ada} passkey null`)
  for (let index = 0; index < 60; index += 1)
    expect((await signIn(stranger.use({ challenge: 'none' }), from)).status).toBe(400)
  expect((await signIn(device.use(await options()), from)).status).toBe(429)
  expect(await personOf(await signIn(device.use(await options())))).toBe(`${ada} passkey null`)
})
