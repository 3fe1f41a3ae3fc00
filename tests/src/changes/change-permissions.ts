import type { People } from './change-members.ts'
import { type Script, write } from './script.ts'

/** Gives, changes and takes away rules of people and a team on a space and a collection; some stay. */
export async function changePermissions(script: Script, { guest, linked }: People, teamId: string) {
  const params = {
    collectionId: String((await write(script, 'createCollection', { body: { title: 'Shared' } })).id),
    spaceId: String((await write(script, 'createSpace', { body: { title: 'Shared' } })).id),
    teamId,
  }
  for (const scope of ['Space', 'Collection']) {
    const change = (id: string, userId: string, role?: string | null) =>
      write(script, `${id}${scope}`, { params: { ...params, userId }, ...(role !== undefined && { body: { role } }) })
    await write(script, `inviteTo${scope}`, { params, body: { role: 'edit', users: [guest, linked], teams: [teamId] } })
    await change('updateUserPermissionIn', guest, 'comment')
    await change('updateTeamPermissionIn', '', null)
    await change('removeUserFrom', linked)
    await change('removeTeamFrom', '')
    await change('updateTeamPermissionIn', '', 'review')
  }
}
