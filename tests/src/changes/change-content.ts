import type { People } from './change-members.ts'
import { type Script, write } from './script.ts'

/** Changes grants to people and teams, which identity counts; restricts spaces and collections, hides them and restores them. */
export async function changeContent(script: Script, people: People, { kept, gone }: { kept: string; gone: string }) {
  const { id: collectionId } = await write(script, 'createCollection', { body: { title: 'Closed' } })
  await write(script, 'updateCollectionById', { params: { collectionId }, body: { defaultLevel: null } })
  const create = async (body: object) => String((await write(script, 'createSpace', { body })).id)
  const [inside, open, removed] = [await create({ parent: collectionId }), await create({}), await create({})]
  const users = [people.guest, people.linked, people.disabled]
  await write(script, 'inviteToCollection', { params: { collectionId }, body: { role: 'review', teams: [kept, gone] } })
  await write(script, 'inviteToSpace', { params: { spaceId: open }, body: { role: 'edit', users, teams: [gone] } })
  await write(script, 'inviteToSpace', { params: { spaceId: removed }, body: { role: 'read', teams: [kept] } })
  await write(script, 'updateUserPermissionInSpace', {
    params: { spaceId: open, userId: people.linked },
    body: { role: null },
  })
  await write(script, 'removeUserFromSpace', { params: { spaceId: open, userId: people.disabled } })
  await write(script, 'deleteSpaceById', { params: { spaceId: inside } })
  await write(script, 'restoreSpace', { params: { spaceId: inside } })
  await write(script, 'deleteSpaceById', { params: { spaceId: removed } })
  await write(script, 'removeTeamFromOrganizationById', { params: { teamId: gone } })
}

export async function changeSites(script: Script, spaceId: string) {
  const create = async () => String((await write(script, 'createSite', { body: { title: 'Docs' } })).id)
  const [kept, gone] = [await create(), await create()]
  for (const siteId of [kept, gone]) await write(script, 'addSpaceToSite', { params: { siteId }, body: { spaceId } })
  await write(script, 'publishSite', { params: { siteId: kept } })
  await write(script, 'deleteSiteById', { params: { siteId: gone } })
  const { items } = await write(script, 'listSiteSpaces', { params: { siteId: kept } })
  const params = { siteId: kept, siteSpaceId: String(items[0].id) }
  const { id: other } = await write(script, 'createSpace', { body: {} })
  await write(script, 'updateSiteSpaceById', { params, body: { path: 'other', spaceId: other } })
  const { id: extra } = await write(script, 'createSpace', { body: {} })
  await write(script, 'addSpaceToSite', { params: { siteId: kept }, body: { spaceId: extra } })
  await write(script, 'deleteSiteSpaceById', { params })
}
