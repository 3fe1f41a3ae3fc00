import { identityOperations as operations } from '@quire/contracts'
import { collector, type StartOptions, writeOutbox } from '@quire/kit'
import { type ServiceTest, startServiceTest } from '@quire/world/service-test'
import type { Kysely } from 'kysely'
import { findOrCreateUser } from '../src/accounts/proved-users.ts'
import { identity, startIdentity as startService } from '../src/app.ts'
import type { Tables, Writer } from '../src/database.ts'
import { acceptPendingInvites } from '../src/invites/invites.rules.ts'

/** Each test makes organizations of its own, with the same few people. */
const manyOrganizations = { ORGANIZATIONS_PER_HOUR: '1000', ORGANIZATIONS_PER_HOUR_OF_ADDRESS: '1000' }

export const startIdentity = (env: NodeJS.ProcessEnv = {}, options?: StartOptions) =>
  startServiceTest(identity, (given) => startService(given, options), { ...manyOrganizations, ...env })

/** Returns a connection to the service's own tables. */
export const sqlOf = ({ service }: ServiceTest) =>
  service.foundation.database.em.fork().getKysely() as unknown as Kysely<Tables>

/** Runs work outside of an operation as one transaction and publishes its events at once, without waiting for the relay. */
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

/** The value of a counter of the service with these labels; 0 if it has not counted. */
export async function counted({ service }: ServiceTest, name: string, labels: Record<string, string>): Promise<number> {
  const metric = await service.foundation.metrics.registry.getSingleMetric(name)?.get()
  const isMeant = (found: Partial<Record<string, string | number>>) =>
    Object.entries(labels).every(([label, value]) => found[label] === value)
  return metric?.values.find((one) => isMeant(one.labels))?.value ?? 0
}

/** The sign-ins by a method that were accepted and refused. */
export async function signInsBy(identity: ServiceTest, method: string) {
  const [accepted = 0, refused = 0] = await Promise.all(
    ['accepted', 'refused'].map((outcome) => counted(identity, 'quire_sign_ins_total', { method, outcome })),
  )
  return { accepted, refused }
}

/** Returns a caller who signed in through the organization's own provider. */
export const limitedTo = (userId: string, organizationId: string) =>
  ({ userId, kind: 'saml', scope: 'full', organizationId }) as const

/** Signs a person in like the token command, with a new or known account; returns the user id. */
export async function addPerson(identity: ServiceTest, name: string): Promise<string> {
  const email = name.includes('@') ? name : `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const user = await within(identity, (writer) => findOrCreateUser(writer, { email, displayName: name }))
  await within(identity, (writer) => acceptPendingInvites(writer, user))
  return user.id
}

export function addPeople(identity: ServiceTest, names: string[]): Promise<string[]> {
  return Promise.all(names.map((name) => addPerson(identity, name)))
}

/** Creates an organization whose administrator is `as`; returns its id. */
export async function addOrganization(identity: ServiceTest, as: string, title = 'Engines'): Promise<string> {
  const { body } = await identity.call(operations.createOrganization, { as, body: { title } })
  return body.id
}

/** Makes the person a member with this role; null for a guest. */
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
