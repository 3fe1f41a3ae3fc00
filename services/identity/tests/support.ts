import { identityOperations as operations } from '@quire/contracts'
import { collector, type StartOptions, writeOutbox } from '@quire/kit'
import { type ServiceTest, startServiceTest } from '@quire/world/service-test'
import type { Kysely } from 'kysely'
import { findOrCreateUser } from '../src/accounts/proved-users.ts'
import { identity, start } from '../src/app.ts'
import type { Writer } from '../src/context.ts'
import { acceptPendingInvites } from '../src/invites/invites.rules.ts'
import type { Tables } from '../src/tables.ts'

export const startIdentity = (env: NodeJS.ProcessEnv = {}, options?: StartOptions) =>
  startServiceTest(identity, (given) => start(given, options), env)

/** The rows of the service's own tables. */
export const sqlOf = ({ service }: ServiceTest) =>
  service.foundation.database.em.fork().getKysely() as unknown as Kysely<Tables>

/** Runs work that is no operation as one transaction and publishes its events now; the relay would at any time. */
export async function within<Result>(
  { service }: ServiceTest,
  work: (writer: Writer) => Promise<Result>,
): Promise<Result> {
  const { database, publisher } = service.foundation
  const { rows, emit } = collector()
  const result = await database.em.fork().transactional(async (em) => {
    const done = await work({ sql: em.getKysely() as unknown as Kysely<Tables>, emit })
    await writeOutbox(em.getKysely() as never, rows)
    return done
  })
  await publisher.publish(rows, rows.length)
  return result
}

/** The caller that signed in through the organization's own provider. */
export const limitedTo = (userId: string, organizationId: string) =>
  ({ userId, kind: 'saml', scope: 'full', organizationId }) as const

/** A sign-in as the token command makes it, of a new account or a known one; returns its user id. */
export async function addPerson(identity: ServiceTest, name: string): Promise<string> {
  const email = name.includes('@') ? name : `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const user = await within(identity, (writer) => findOrCreateUser(writer, { email, displayName: name }))
  await within(identity, (writer) => acceptPendingInvites(writer, user))
  return user.id
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
