import { type Script, write } from './script.ts'

/** Moves, deletes, restores, duplicates and transfers spaces and collections. */
export async function changeStructure(script: Script, team: string, member: string) {
  const make = async (operation: 'createCollection' | 'createSpace', parent?: string) =>
    String((await write(script, operation, { body: { ...(parent && { parent }) } })).id)
  const outer = await make('createCollection')
  const inner = await make('createCollection', outer)
  const [one, two] = [await make('createSpace', outer), await make('createSpace', inner)]
  await write(script, 'inviteToCollection', {
    params: { collectionId: outer },
    body: { role: 'edit', teams: [team], users: [member] },
  })
  const position = { after: { type: 'space', space: one } }
  await write(script, 'moveCollection', { params: { collectionId: inner }, body: { position } })
  await write(script, 'moveSpace', { params: { spaceId: one }, body: { parent: inner } })
  await write(script, 'duplicateSpace', { params: { spaceId: one } })
  await write(script, 'moveCollection', { params: { collectionId: inner }, body: { parent: null } })
  await write(script, 'moveCollection', { params: { collectionId: inner }, body: { parent: outer } })
  await write(script, 'deleteCollectionById', { params: { collectionId: outer } })
  await write(script, 'restoreSpace', { params: { spaceId: two } })
  const { id: organization } = await script.api.made('createOrganization', script.admin.token, {
    body: { title: 'Elsewhere' },
  })
  const spaceId = await make('createSpace')
  await write(script, 'transferSpace', { params: { spaceId }, body: { organization } })
  await write(script, 'transferCollection', { params: { collectionId: outer }, body: { organization } })
  const left = await make('createCollection')
  await make('createSpace', left)
  await write(script, 'deleteCollectionById', { params: { collectionId: left } })
}
