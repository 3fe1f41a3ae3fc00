import type { ConsoleUsers } from './console-users.ts'

/** Makes a space with a change request, of whose page the live content has another text meanwhile. */
export async function makeConflict({ made }: ConsoleUsers) {
  const { id: spaceId } = await made('createSpace', {}, { title: 'Disputed' })
  const propose = async (subject: string, change: object): Promise<string> => {
    const { id: changeRequestId } = await made('createChangeRequest', { spaceId }, { subject })
    await made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes: [change] })
    return changeRequestId
  }
  const merge = (changeRequestId: string) => made('mergeChangeRequest', { spaceId, changeRequestId })
  const insert = { operation: 'insert_page', title: 'Crank', document: { markdown: 'Turn it.\n' } }
  await merge(await propose('A crank', insert))
  const [{ id: page }] = (await made('listPages', { spaceId })).pages
  const update = (markdown: string) => ({ operation: 'update_page', page, document: { markdown } })
  const changeRequestId = await propose('To the left', update('Turn it left.\n'))
  await merge(await propose('To the right', update('Turn it right.\n')))
  return { spaceId: spaceId as string, changeRequestId, page: page as string }
}
