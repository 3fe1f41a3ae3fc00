import { type Script, write } from './script.ts'

/** Has a provider of identities add, change and remove people and teams, and ends its token. */
export async function changeProvisioned(script: Script) {
  const { api, organizationId } = script
  const made = await write(script, 'createScimToken', { body: { name: 'Directory' } })
  const scim = (operation: string, params: Record<string, string>, body?: object) =>
    api.made(operation, made.token, { params: { organizationId, ...params }, body })
  const patch = (op: object) => ({ Operations: [op] })
  const { id: userId } = await scim('createScimUser', {}, { userName: 'provisioned@example.net', displayName: 'Pro' })
  await scim('replaceScimUser', { userId }, { userName: 'renamed@example.net', externalId: 'p1', active: true })
  await scim('patchScimUser', { userId }, patch({ op: 'replace', path: 'active', value: false }))
  const { id: kept } = await scim('createScimUser', {}, { userName: 'kept@example.net' })
  const members = [{ value: userId }]
  const { id: teamId } = await scim('createScimGroup', {}, { displayName: 'Provisioned', members })
  await scim('replaceScimGroup', { teamId }, { displayName: 'Renamed', externalId: 'g1', members })
  await scim('patchScimGroup', { teamId }, patch({ op: 'add', path: 'members', value: [{ value: kept }] }))
  await scim('deleteScimUser', { userId })
  await scim('deleteScimGroup', { teamId })
  await write(script, 'revokeScimToken', { params: { tokenId: made.id } })
}
