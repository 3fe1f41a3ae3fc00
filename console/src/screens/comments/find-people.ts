import { api } from '../../api/client.ts'

/** Reads some people of an organization by a part of their name, or any without one. Guests may not list them. */
export async function readPeople(organizationId: string, search: string) {
  const query = { search: search === '' ? undefined : search, limit: 8 }
  const { items } = await api.get('/v1/orgs/{organizationId}/members', { params: { organizationId }, query })
  return items.map(({ user }) => user)
}

/** Reads the people of an organization by a part of their name; nobody where the person may not list them. */
export const findPeople = (organizationId: string, search: string) => readPeople(organizationId, search).catch(() => [])
