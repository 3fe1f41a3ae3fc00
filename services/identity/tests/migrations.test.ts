import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { identityOperations as operations } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { Identity0003 } from '../src/migrations/identity-0003.ts'
import { tablesOf } from './crowd.ts'
import { addMember, addOrganization, addPerson, startIdentity } from './support.ts'

let identity: ServiceTest
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.stop())

/** What the migration finds where people are members already. */
const before = [
  'alter table organization drop column members',
  'alter table member drop column search_bytes',
  'create index member_name on member (organization_id, search, id)',
]

test('members of before the counter are counted, and found by any letter of their names', async () => {
  const ada = await addPerson(identity, 'Ada Lovelace')
  const organizationId = await addOrganization(identity, ada)
  const una = await addMember(identity, { admin: ada, organizationId, name: 'Üna\\O_Neil', role: 'read' })
  const { em } = identity.service.foundation.database
  const migration = new Identity0003(em.getDriver(), em.config)
  migration.up()
  const statements = [...before, ...migration.getQueries().map(String)]
  for (const statement of statements) await raw.raw(statement).execute(tablesOf(identity))
  const list = async (query: Record<string, string>) =>
    (await identity.call(operations.listMembersInOrganizationById, { as: ada, params: { organizationId }, query })).body
  expect(await list({})).toMatchObject({ count: 2 })
  for (const search of ['Üna\\o', '\\', 'ü']) {
    expect(await list({ search, sort: 'name' })).toMatchObject({ count: 1, items: [{ id: una }] })
  }
})
