import { type Script, write } from './script.ts'

/** Lets people join in each way, and changes them; returns the ids of some that stayed. */
export async function changeMembers(script: Script) {
  const { world, api } = script
  const person = async (name: string, domain = 'example.net') => {
    const { email, token } = await world.person(`${name}@${domain}`, name)
    return { email, token, id: String((await api.made('getAuthenticatedUser', token)).id) }
  }
  const change = (userId: string, body: object) =>
    write(script, 'updateMemberInOrganizationById', { params: { userId }, body })
  const remove = (userId: string) => write(script, 'removeMemberFromOrganizationById', { params: { userId } })
  const invited = await person('bob')
  const emails = [{ email: invited.email, role: 'edit' }, 'late@example.net']
  await write(script, 'inviteUsersToOrganization', { body: { emails, role: 'review' } })
  const late = await person('late')
  await write(script, 'inviteUsersToOrganization', { body: { emails: ['never@example.net'] } })
  await write(script, 'createSignInLink', { body: { email: 'never@example.net' } })
  await write(script, 'withdrawPendingInvite', { params: { email: 'never@example.net' } })
  await change(invited.id, { role: 'admin' })
  await change(invited.id, { role: null })
  await change(late.id, { disabled: true })
  await change(late.id, { disabled: false })
  await change(late.id, { disabled: true })
  await write(script, 'setUserAsSSOMemberForOrganization', { params: { userId: invited.id } })

  const mine = { params: { organizationId: script.organizationId } }
  const open = await person('open', 'example.org')
  await api.made('joinOrganization', open.token, mine)
  await api.made('updateOrganizationMemberLastSeenAt', open.token, mine)
  const linked = await person('linked')
  const { id: inviteId } = await write(script, 'createOrganizationInvite', { body: { role: 'comment' } })
  const join = () => api.made('joinOrganizationWithInvite', linked.token, { params: { ...mine.params, inviteId } })
  await join()
  await remove(linked.id)
  await join()
  await write(script, 'updateOrganizationInviteById', { params: { inviteId }, body: { role: 'read' } })
  const leaving = await person('leaving')
  await api.made('joinOrganizationWithInvite', leaving.token, { params: { ...mine.params, inviteId } })
  await api.made('removeMemberFromOrganizationById', leaving.token, { params: { ...mine.params, userId: leaving.id } })
  await write(script, 'deleteOrganizationInviteById', { params: { inviteId } })
  return { guest: invited.id, disabled: late.id, open: open.id, linked: linked.id }
}

/** Ids of people, by the change they met. */
export type People = Awaited<ReturnType<typeof changeMembers>>
