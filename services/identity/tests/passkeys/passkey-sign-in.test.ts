import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { installationAdminOperations as installation, identityOperations as operations } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import { passkeyDevice } from '@quire/world/passkey-device'
import type { ServiceTest } from '@quire/world/service-test'
import { signInsBy, startIdentity } from '../support.ts'
import { nobody, openPasskeys, publicUrl } from './passkeys.fixture.ts'

let identity: ServiceTest
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
beforeAll(async () => {
  identity = await startIdentity({}, { now })
})
afterAll(() => identity?.stop())

const operator: Caller = { kind: 'installation', scope: 'full', tokenId: 'tok' }
const { someone, signedIn, begin, add, deviceOf, options, signIn, list, remove, personOf } = openPasskeys(
  () => identity,
  now,
)

test('an answer counts once, in the browser that asked, within five minutes, and for what it was asked for', async () => {
  const { ada } = await someone()
  const { device, as } = await deviceOf(ada)
  const asked = await options()
  const answer = device.use(asked)
  const before = await signInsBy(identity, 'passkey')
  expect(await personOf(await signIn(answer, nobody('another')))).toBe(400)
  expect(await personOf(await signIn(answer))).toBe(`${ada} passkey null`)
  expect(await personOf(await signIn(answer))).toBe(400)
  expect(await signInsBy(identity, 'passkey')).toEqual({ ...before, accepted: before.accepted + 1 })
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
