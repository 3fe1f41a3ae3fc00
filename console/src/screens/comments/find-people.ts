import { api } from '../../api/client.ts'

/** Reads the people of an organization by a part of their name; nobody where the person may not list them. */
export async function findPeople(organizationId: string, search: string) {
  const query = { search, limit: 8 }
  const found = api.get('/v1/orgs/{organizationId}/members', { params: { organizationId }, query })
  return found.then(
    ({ items }) => items.map(({ user }) => user),
    () => [],
  )
}
