import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditOperations, identityOperations as operations } from '@quire/contracts'
import { type Caller, revocationKey } from '@quire/kit'
import { passkeyDevice } from '@quire/world/passkey-device'
import type { ServiceTest } from '@quire/world/service-test'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { addOrganization, limitedTo, startIdentity } from '../support.ts'
import { nobody, openPasskeys, publicUrl } from './passkeys.fixture.ts'

let server: MailServer
let identity: ServiceTest
const aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
beforeAll(async () => {
  server = await startMailServer()
  identity = await startIdentity({ SMTP_URL: server.url }, { now })
})
afterAll(async () => {
  await identity?.stop()
  await server?.stop()
})

const { someone, signedIn, begin, add, deviceOf, options, signIn, list, remove, personOf } = openPasskeys(
  () => identity,
  now,
)

/** Resolves with the text of a mail. */
async function mailTo(email: string, subject: string): Promise<string | undefined> {
  for (;;) {
    const mail = server.received.find((one) => one.recipients.includes(email) && one.subject === subject)
    if (mail) return mail.text
    await server.next()
  }
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

/** A session in which the person signed in ten minutes ago. */
const old = (as: Caller): Caller => ({ ...as, signedInAt: Date.now() / 1000 - 600 })

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
  expect(await statuses(old(as))).toEqual([403, 403, 403])
  expect(await personOf(await signIn(device.use(await options())))).toBe(`${ada} passkey null`)
  expect((await identity.call(operations.listPasskeys, { as: limitedTo(ada, organizationId) })).status).toBe(403)
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

test('a person has twenty passkeys, and no more', async () => {
  const as = await signedIn((await someone()).ada)
  const statuses: number[] = []
  for (let index = 0; index < 21; index += 1)
    statuses.push((await add(as, passkeyDevice(publicUrl).make((await begin(as)).body))).status)
  expect(statuses).toEqual([...Array(20).fill(201), 409])
})
