import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import { identityProvider } from '@quire/world/identity-provider'
import type { As, ServiceTest } from '@quire/world/service-test'
import { addOrganization, addPerson, sqlOf, startIdentity } from '../support.ts'
import { addProvider, browserAt, callerOf, codeOn, exchange } from './saml-support.ts'

let identity: ServiceTest
let ada: string
let eve: string
beforeAll(async () => {
  identity = await startIdentity()
  ada = await addPerson(identity, 'Ada Lovelace')
  eve = await addPerson(identity, 'Eve Stranger')
})
afterAll(() => identity.stop())

/** Sets up an organization that claims a domain and signs people in through its own provider. */
async function claiming(domain: string, admin: string) {
  const organizationId = await addOrganization(identity, admin, `Claims ${domain}`)
  const body = { emailDomains: [domain] }
  await identity.call(operations.updateOrganizationById, { as: admin, params: { organizationId }, body })
  const idp = await identityProvider(`idp${organizationId.toLowerCase()}`)
  const browser = browserAt(await addProvider(identity, { admin, organizationId, idp }))
  const enter = async (email: string, displayName = 'Vic Victim') => {
    const page = await browser.signIn({ name: email, attributes: { displayName } })
    return page.status === 200 ? callerOf((await exchange(identity, codeOn(page))).body.token) : page.status
  }
  return { id: organizationId, enter }
}

const organizationsOf = async (as: As) => {
  const { body } = await identity.call(operations.listOrganizationsForAuthenticatedUser, { as })
  return body.items.map(({ id }: { id: string }) => id)
}
const status = async (as: As, organizationId: string) =>
  (await identity.call(operations.getOrganizationById, { as, params: { organizationId } })).status
const person = (as: As, userId: string) => identity.call(operations.getUserById, { as, params: { userId } })
const signedIn = (caller: Awaited<ReturnType<Awaited<ReturnType<typeof claiming>>['enter']>>) => {
  if (typeof caller === 'number') throw new Error(`the sign-in was refused: ${caller}`)
  return caller
}

test('what one organization’s provider asserts of an address keeps its owner out of no other, and opens none', async () => {
  const hostile = await claiming('corp.example', eve)
  const corp = await claiming('corp.example', ada)
  const asserted = signedIn(await hostile.enter('vic@corp.example', 'Evil Name'))
  const own = signedIn(await corp.enter('vic@corp.example'))
  expect(own.userId).not.toBe(asserted.userId)
  expect([await organizationsOf(own), await organizationsOf(asserted)]).toEqual([[corp.id], [hostile.id]])
  expect([await status(asserted, corp.id), await status(own, hostile.id)]).toEqual([404, 404])
  expect([(await person(asserted, own.userId)).status, (await person(own, asserted.userId)).status]).toEqual([404, 404])
  expect((await person(ada, own.userId)).body).toMatchObject({ displayName: 'Vic Victim', email: 'vic@corp.example' })
  const join = identity.call(operations.joinOrganization, { as: asserted, params: { organizationId: corp.id } })
  expect((await join).status).toBe(403)
  // Each organization continues with its own account.
  expect(await corp.enter('VIC@corp.example')).toMatchObject({ userId: own.userId })
  expect(await hostile.enter('vic@corp.example')).toMatchObject({ userId: asserted.userId })
})

test('whom another organization’s provider asserted is invited as somebody without an account', async () => {
  const hostile = await claiming('asked.example', eve)
  const asserted = signedIn(await hostile.enter('vic@asked.example'))
  const corp = await claiming('other.example', ada)
  const invited = await identity.call(operations.inviteUsersToOrganization, {
    as: ada,
    params: { organizationId: corp.id },
    body: { emails: ['vic@asked.example'], role: 'edit' },
  })
  expect(invited.body).toMatchObject({ users: [], invited: 1 })
  const own = signedIn(await corp.enter('vic@asked.example'))
  expect(own.userId).not.toBe(asserted.userId)
  expect(await organizationsOf(own)).toEqual([corp.id])
})

test('the owner’s token makes the account of one organization theirs, with the name they are given', async () => {
  const corp = await claiming('proved.example', ada)
  const { userId } = signedIn(await corp.enter('vic@proved.example', 'Said So'))
  expect(await addPerson(identity, 'vic@proved.example')).toBe(userId)
  expect((await person(userId, userId)).body.displayName).toBe('vic@proved.example')
  expect(await organizationsOf(userId)).toEqual([corp.id])
  // A proved account joins others by invitation only, as before.
  const other = await claiming('proved.example', eve)
  expect(await other.enter('vic@proved.example')).toBe(403)
  expect(await corp.enter('vic@proved.example')).toMatchObject({ userId })
})

test('of two organizations’ accounts of one address its owner’s token takes neither, and each organization keeps its own', async () => {
  const [one, other] = [await claiming('two.example', ada), await claiming('two.example', eve)]
  const accounts = [signedIn(await one.enter('vic@two.example')), signedIn(await other.enter('vic@two.example'))]
  const owner = await addPerson(identity, 'vic@two.example')
  expect(accounts.map(({ userId }) => userId)).not.toContain(owner)
  expect(await organizationsOf(owner)).toEqual([])
  expect(await one.enter('vic@two.example')).toMatchObject({ userId: accounts[0]?.userId })
  expect(await addPerson(identity, 'vic@two.example')).toBe(owner)
})

test('whom an organization removed does not come back through its provider by the domain', async () => {
  const corp = await claiming('removed.example', ada)
  const { userId } = signedIn(await corp.enter('vic@removed.example'))
  const params = { organizationId: corp.id, userId }
  await identity.call(operations.removeMemberFromOrganizationById, { as: ada, params })
  expect(await corp.enter('vic@removed.example')).toBe(403)
})

test('an account that an organization’s provider made is one in that organization, however many sign in at once', async () => {
  const corp = await claiming('once.example', ada)
  const callers = await Promise.all(Array.from({ length: 4 }, () => corp.enter('vic@once.example')))
  expect(new Set(callers.map((caller) => signedIn(caller).userId)).size).toBe(1)
  const rows = await sqlOf(identity).selectFrom('user').select('id').where('email', '=', 'vic@once.example').execute()
  expect(rows).toHaveLength(1)
})
