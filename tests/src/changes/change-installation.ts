import { operatorToken } from '../support/operator.ts'
import type { Script } from './script.ts'

/**
 * Does what an operator may with a token of the installation: to a person, and to an organization with a member and a team.
 * Another organization is deleted by its administrator.
 */
export async function changeInstallation({ world, api, admin }: Script) {
  const operator = await operatorToken(world)
  const { token } = await world.person('fay@example.com', 'Fay')
  const { id: userId } = await api.made('getAuthenticatedUser', token)
  const { id: organizationId } = await api.made('createOrganization', admin.token, { body: { title: 'Brief' } })
  const body = { emails: ['fay@example.com'], role: 'read' }
  await api.made('inviteUsersToOrganization', admin.token, { params: { organizationId }, body })
  const team = { title: 'All', members: [userId] }
  await api.made('createOrganizationTeam', admin.token, { params: { organizationId }, body: team })
  for (const operation of ['endSessionsOfUser', 'disableUser', 'enableUser', 'deleteUser'])
    await api.made(operation, operator, { params: { userId } })
  await api.made('deleteOrganization', operator, { params: { organizationId } })
  const { id: own } = await api.made('createOrganization', admin.token, { body: { title: 'Own' } })
  await api.made('deleteOrganizationById', admin.token, { params: { organizationId: own }, query: { title: 'Own' } })
}
