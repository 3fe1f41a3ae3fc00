import { identityOperations as operations } from '@quire/contracts'
import { collector, writeOutbox } from '@quire/kit'
import { type ServiceTest, startServiceTest } from '@quire/world/service-test'
import type { Kysely } from 'kysely'
import { start } from '../src/app.ts'
import type { Tables } from '../src/tables.ts'
import { findOrCreateUser } from '../src/users/users.rules.ts'

export const startIdentity = () => startServiceTest('identity', start)

/** A new account, as the token command makes it; returns its user id. */
export function addPerson({ service }: ServiceTest, name: string): Promise<string> {
  return service.foundation.database.em.fork().transactional(async (em) => {
    const { rows, emit } = collector()
    const sql = em.getKysely() as unknown as Kysely<Tables>
    const email = name.includes('@') ? name : `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
    const user = await findOrCreateUser({ sql, emit }, { email, displayName: name })
    await writeOutbox(em.getKysely() as never, rows)
    return user.id
  })
}

export function addPeople(identity: ServiceTest, names: string[]): Promise<string[]> {
  return Promise.all(names.map((name) => addPerson(identity, name)))
}

/** An organization whose administrator is `as`; returns its id. */
export async function addOrganization(identity: ServiceTest, as: string, title = 'Engines'): Promise<string> {
  const { body } = await identity.call(operations.createOrganization, { as, body: { title } })
  return body.id
}

/** Makes the person a member with this role; null is a guest. */
export async function addMember(
  identity: ServiceTest,
  { admin, organizationId, name, role }: { admin: string; organizationId: string; name: string; role: string | null },
): Promise<string> {
  const userId = await addPerson(identity, name)
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const body = { emails: [{ email, role }] }
  await identity.call(operations.inviteUsersToOrganization, { as: admin, params: { organizationId }, body })
  return userId
}
