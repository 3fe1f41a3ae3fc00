import type { People } from './change-members.ts'
import { type Script, write } from './script.ts'

/** Creates a team that stays, one that is removed and an empty one, and a member who leaves with the organization. */
export async function changeTeams(script: Script, { guest, disabled, open, linked }: People) {
  const create = async (title: string, members: string[]) =>
    String((await write(script, 'createOrganizationTeam', { body: { title, members } })).id)
  const [kept, gone] = [await create('Kept', [guest, open, disabled]), await create('Gone', [open, linked])]
  await create('Empty', [])
  await write(script, 'updateTeamInOrganizationById', { params: { teamId: kept }, body: { title: 'Kept well' } })
  const part = { teamId: kept, userId: linked }
  await write(script, 'addMemberToOrganizationTeamById', { params: part, body: { role: 'owner' } })
  await write(script, 'addMemberToOrganizationTeamById', { params: part, body: { role: 'member' } })
  const memberships = { [guest]: { role: 'owner' } }
  await write(script, 'updateMembersInOrganizationTeam', {
    params: { teamId: kept },
    body: { add: [script.admin.email], memberships, remove: [open] },
  })
  await write(script, 'deleteMemberFromOrganizationTeamById', { params: part })
  const { token } = await script.world.person('passing@example.net', 'Passing')
  const { id: passing } = await script.api.made('getAuthenticatedUser', token)
  await write(script, 'inviteUsersToOrganization', { body: { emails: ['passing@example.net'], role: 'edit' } })
  await write(script, 'updateMembersInOrganizationTeam', { params: { teamId: kept }, body: { add: [passing] } })
  await write(script, 'removeMemberFromOrganizationById', { params: { userId: passing } })
  return { kept, gone }
}
