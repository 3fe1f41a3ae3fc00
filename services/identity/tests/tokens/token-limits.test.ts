import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { Answer, ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'

const perDay = 5
const dayMs = 24 * 3600_000

let identity: ServiceTest
let laterMs = 0
beforeAll(async () => {
  const now = () => new Date(Date.now() + laterMs)
  identity = await startIdentity({ ACCESS_TOKENS_PER_DAY: `${perDay}` }, { now })
})
afterAll(() => identity.stop())

const make = (as: string) => identity.call(operations.createAccessToken, { as, body: { name: 'CI' } })
const revoke = (as: string, tokenId: string) => identity.call(operations.revokeAccessToken, { as, params: { tokenId } })
const makeForScim = (as: string, organizationId: string) =>
  identity.call(operations.createScimToken, { as, params: { organizationId }, body: { name: 'Directory' } })
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort()
/** As many requests at once, of which as many as a day has are granted. */
const atOnce = (work: () => Promise<Answer>) => Promise.all(Array.from({ length: perDay + 3 }, work))
const granted = [...Array(perDay).fill(201), 429, 429, 429]

test('a person makes few tokens within a day, revoked ones counted, and more a day later', async () => {
  const [ada, bea] = [await addPerson(identity, 'Ada Lovelace'), await addPerson(identity, 'Bea Bell')]
  for (let made = 0; made < perDay; made += 1) {
    const { status, body } = await make(ada)
    expect([status, (await revoke(ada, body.id)).status]).toEqual([201, 205])
  }
  const refused = await make(ada)
  expect([refused.status, refused.body.error.message]).toEqual([429, expect.stringContaining(`${perDay} tokens`)])
  const seconds = Number(refused.headers.get('retry-after'))
  expect([seconds > dayMs / 1000 - 600, seconds <= dayMs / 1000]).toEqual([true, true])
  expect((await make(bea)).status).toBe(201)
  laterMs = dayMs + 1000
  expect((await make(ada)).status).toBe(201)
  laterMs = 0
})

test('of many requests at once no more are granted than one after another', async () => {
  const ada = await addPerson(identity, 'Ada Atonce')
  expect(statusesOf(await atOnce(() => make(ada)))).toEqual(granted)
})

test('the tokens for SCIM of an organization are as few, whichever administrator makes them', async () => {
  const ada = await addPerson(identity, 'Ada Admin')
  const [first, second] = [await addOrganization(identity, ada), await addOrganization(identity, ada)]
  expect(statusesOf(await atOnce(() => makeForScim(ada, first)))).toEqual(granted)
  expect((await makeForScim(ada, second)).status).toBe(201)
  expect((await make(ada)).status).toBe(201)
})

test.each(['user', 'scim'] as const)('valid tokens are bounded too, and one that ends makes room: %s', async (kind) => {
  const ada = await addPerson(identity, `Ada of ${kind}`)
  const organizationId = await addOrganization(identity, ada)
  const added = await raw<{ id: string }>`
    insert into token (id, kind, user_id, organization_id, name, scope, created_at, expires_at)
    select ${kind} || number, ${kind}, ${ada}, ${kind === 'scim' ? organizationId : null}, 'Old', 'full',
      now() - interval '2 days', now() + interval '1 day' from generate_series(1, 200) number returning id`.execute(
    sqlOf(identity),
  )
  const another = () => (kind === 'user' ? make(ada) : makeForScim(ada, organizationId))
  const refused = await another()
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('revoke one')])
  const params = { organizationId, tokenId: added.rows[0]?.id ?? '' }
  const operation = kind === 'user' ? operations.revokeAccessToken : operations.revokeScimToken
  expect((await identity.call(operation, { as: ada, params })).status).toBe(205)
  expect((await another()).status).toBe(201)
})
