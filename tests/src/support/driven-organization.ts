import { createWorld, type Person } from '@quire/world'
import type { MemberRole } from 'gitbook-api'
import { apiOf } from './api-client.ts'
import { type DrivenClient, drive } from './driven.ts'
import { settled, systemOf } from './system-databases.ts'

type Client = ReturnType<DrivenClient['clientOf']>

/** Ada's organization behind two gateways, and others in it by their roles, each with the published client. */
export async function drivenOrganization<Name extends string>(
  { tags, ids = [], env = {} }: { tags: string[]; ids?: string[]; env?: Record<string, string> },
  roles: Record<Name, `${MemberRole}` | null>,
) {
  const world = await createWorld({ gateways: 2, env })
  const driven = drive(world.gateways, tags, ids)
  const person = (name: string, domain = 'example.com') => world.person(`${name.toLowerCase()}@${domain}`, name)
  const ada = await person('Ada')
  const api = apiOf(world.gateways[0] ?? '')
  const organization = async (title: string) =>
    String((await api.made('createOrganization', ada.token, { body: { title } })).id)
  const organizationId = await organization('Engines')
  const clients = { Ada: driven.clientOf(ada) } as Record<Name | 'Ada', Client>
  for (const [name, role] of Object.entries(roles) as [Name, MemberRole | null][]) {
    const one: Person = await person(name)
    clients[name] = driven.clientOf(one)
    await clients.Ada.orgs.inviteUsersToOrganization(organizationId, { emails: [{ email: one.email, role }] })
    // Until the first request of a person, only the address is visible.
    await api.made('getOrganizationById', one.token, { params: { organizationId } })
  }
  const users = Object.entries<Client>(clients).map(async ([name, { user }]) => [
    name,
    (await user.getAuthenticatedUser()).data.id,
  ])
  return {
    world,
    driven,
    person,
    organizationId,
    /** The id of one more organization of Ada's, with nobody else in it. */
    another: organization,
    admin: clients.Ada,
    clients,
    ids: Object.fromEntries(await Promise.all(users)) as Record<Name | 'Ada', string>,
    settled: () => settled(systemOf(world)),
    close: () => world.close(),
  }
}
