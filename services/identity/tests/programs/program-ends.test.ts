import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { newId } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import { livePrograms, startProgram } from '../../src/programs/programs.rules.ts'
import { requireFewPrograms } from '../../src/tokens/token-limits.ts'
import { addMember, addOrganization, addPerson, sqlOf, startIdentity, within } from '../support.ts'

let identity: ServiceTest
let ada: string
let organizationId: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  organizationId = await addOrganization(identity, ada)
})
afterAll(() => identity.stop())

const now = () => new Date()
const tokenLimits = { ACCESS_TOKENS_PER_DAY: 500 }
const day = 24 * 3600_000

/** Stores the token of a sign-in, of one organization or of the whole account. */
async function addToken(userId: string, memberId: string | null): Promise<string> {
  const id = newId()
  await sqlOf(identity)
    .insertInto('token')
    .values({
      ...{ id, user_id: userId, member_id: memberId, name: 'Browser', scope: 'full', created_at: now() },
      ...{ kind: memberId === null ? 'user' : 'saml', expires_at: new Date(Date.now() + day) },
    })
    .execute()
  return id
}
const allow = (userId: string, organization: string, tokenId: string) =>
  within(identity, async (writer) => {
    await requireFewPrograms({ ...writer, now, tokenLimits }, { userId, tokenId })
    const { id } = await startProgram(
      { ...writer, now },
      {
        ...{ userId, organizationId: organization, tokenId, name: 'Script', clientId: 'c', site: 's', resource: 'r' },
        ...{ redirectUri: 'http://localhost/', codeChallenge: 'x' },
      },
    )
    return id
  })
const isLive = async (id: string) => {
  const live = livePrograms(sqlOf(identity), now()).select('program.id').where('program.id', '=', id)
  return (await live.executeTakeFirst()) !== undefined
}
const membershipOf = async (userId: string, organization: string) => {
  const found = sqlOf(identity).selectFrom('member').select('id').where('user_id', '=', userId)
  return (await found.where('organization_id', '=', organization).executeTakeFirstOrThrow()).id
}

test('what is given by the sign-in of one organization ends nothing that the person gave elsewhere, and uses up nothing', async () => {
  const vic = await addMember(identity, { admin: ada, organizationId, name: 'Vic Victim', role: 'read' })
  const own = await allow(vic, organizationId, await addToken(vic, null))
  const eve = await addPerson(identity, 'Eve Evil')
  const hostile = await addOrganization(identity, eve, 'Hostile')
  await addMember(identity, { admin: eve, organizationId: hostile, name: 'Vic Victim', role: 'read' })
  const asserted = await addToken(vic, await membershipOf(vic, hostile))
  const theirs: string[] = []
  for (let number = 0; number < 101; number += 1) theirs.push(await allow(vic, hostile, asserted))
  expect([await isLive(own), await isLive(theirs[0] ?? ''), await isLive(theirs[100] ?? '')]).toEqual([
    true,
    false,
    true,
  ])
  await sqlOf(identity).updateTable('token').set({ created_at: now() }).where('user_id', '=', vic).execute()
  const few = (tokenId: string) =>
    within(identity, (writer) =>
      requireFewPrograms({ ...writer, now, tokenLimits: { ACCESS_TOKENS_PER_DAY: 101 } }, { userId: vic, tokenId }),
    )
  await expect(few(asserted)).rejects.toMatchObject({ status: 429 })
  await few(await addToken(vic, null))
})

test('the end of a membership ends what its person let in with their whole account, and nothing elsewhere', async () => {
  const other = await addOrganization(identity, ada, 'Other')
  const bea = await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: 'read' })
  await addMember(identity, { admin: ada, organizationId: other, name: 'Bea Bell', role: 'read' })
  const whole = await addToken(bea, null)
  const [here, there] = [await allow(bea, organizationId, whole), await allow(bea, other, whole)]
  await identity.call(operations.removeMemberFromOrganizationById, { as: ada, params: { organizationId, userId: bea } })
  await addMember(identity, { admin: ada, organizationId, name: 'Bea Bell', role: 'read' })
  expect([await isLive(here), await isLive(there)]).toEqual([false, true])
})
