import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { MigrationClass } from '@quire/kit'
import type { ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { Identity0003 } from '../../src/migrations/0003-member-lists.ts'
import { Identity0004 } from '../../src/migrations/0005-vouched-accounts.ts'
import { Identity0026 } from '../../src/migrations/0026-provisioned-addresses.ts'
import { tablesOf } from '../members/crowd.ts'
import { providerOf } from '../scim/scim.fixture.ts'
import { addMember, addOrganization, addPerson, startIdentity } from '../support.ts'

let identity: ServiceTest
// Statements prepared before a migration fail once after it: each test has a service of its own.
beforeEach(async () => {
  identity = await startIdentity()
})
afterEach(() => identity.stop())

/** Rows of existing members before the migration. */
const before = [
  'alter table organization drop column members',
  'alter table member drop column search_bytes',
  'create index member_name on member (organization_id, search, id)',
]

/** Reverts a migration and runs it again, on the existing rows. */
async function again(One: MigrationClass, undo: string[]) {
  const { em } = identity.service.foundation.database
  const migration = new One(em.getDriver(), em.config)
  migration.up()
  const statements = [...undo, ...migration.getQueries().map(String)]
  for (const statement of statements) await raw.raw(statement).execute(tablesOf(identity))
}

test('members of before the counter are counted, and found by any letter of their names', async () => {
  const ada = await addPerson(identity, 'Ada Lovelace')
  const organizationId = await addOrganization(identity, ada)
  const una = await addMember(identity, { admin: ada, organizationId, name: 'Üna\\O_Neil', role: 'read' })
  await again(Identity0003, before)
  const list = async (query: Record<string, string>) =>
    (await identity.call(operations.listMembersInOrganizationById, { as: ada, params: { organizationId }, query })).body
  expect(await list({})).toMatchObject({ count: 2 })
  for (const search of ['Üna\\o', '\\', 'ü']) {
    expect(await list({ search, sort: 'name' })).toMatchObject({ count: 1, items: [{ id: una }] })
  }
})

test('accounts of before that only one organization’s sign-on used are that organization’s, others their owners’', async () => {
  const ada = await addPerson(identity, 'Grace Hopper')
  const organizationId = await addOrganization(identity, ada)
  const [single, other] = await Promise.all(
    ['Sia Single', 'Olga Other'].map((name) => addMember(identity, { admin: ada, organizationId, name, role: 'read' })),
  )
  const sql = tablesOf(identity)
  await sql.updateTable('member').set({ sso: true }).where('user_id', '=', String(single)).execute()
  await again(Identity0004, [
    'alter table "user" drop column vouched_by',
    'alter table member drop column introduced',
    'drop table invitation_mail',
    'create index user_email on "user" (email)',
  ])
  const rows = await sql.selectFrom('user').select(['id', 'vouched_by']).execute()
  const vouchedBy = (id: string | undefined) => rows.find((row) => row.id === id)?.vouched_by
  expect([single, other, ada].map(vouchedBy)).toEqual([organizationId, null, null])
})

test('of the accounts of before, those count as SCIM’s that it gave a name of its own', async () => {
  const ada = await addPerson(identity, 'Edda Before')
  const organizationId = await addOrganization(identity, ada)
  const scim = providerOf(identity, organizationId)
  const add = async (body: object) => (await scim('createScimUser', { body })).body.id
  const own = await addPerson(identity, 'Olaf Own')
  const named = await add({ userName: 'named@before.example', externalId: 'n1' })
  const unnamed = await add({ userName: 'unnamed@before.example' })
  await add({ userName: 'olaf.own@example.com', externalId: 'o1' })
  await again(Identity0026, ['alter table "user" drop column address_by_scim'])
  const rows = await tablesOf(identity).selectFrom('user').select(['id', 'address_by_scim']).execute()
  const isOfScim = (id: string) => rows.find((row) => row.id === id)?.address_by_scim
  expect([named, unnamed, own].map(isOfScim)).toEqual([true, false, false])
})
