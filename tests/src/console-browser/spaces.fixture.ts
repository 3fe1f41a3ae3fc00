import { grace, users } from './cast.ts'

/** Writes a change request, as Ada; returns its id. */
export async function draft(spaceId: string, subject: string, ...changes: object[]): Promise<string> {
  const { id: changeRequestId } = await users.made('createChangeRequest', { spaceId }, { subject })
  await users.made('updateChangeRequestContent', { spaceId, changeRequestId }, { changes })
  return changeRequestId
}

export const merge = (spaceId: string, changeRequestId: string) =>
  users.made('mergeChangeRequest', { spaceId, changeRequestId })

/** Creates a space with a page and a file, as Ada; returns their ids. */
export async function createSpace(title: string) {
  const { id: spaceId } = await users.made('createSpace', {}, { title })
  const page = { operation: 'insert_page', title: 'Start', document: { markdown: 'Begin here.\n' } }
  const file = { name: 'plan.txt', base64: Buffer.from('round').toString('base64') }
  await merge(spaceId, await draft(spaceId, 'Begin', page, { operation: 'insert_files', files: [file] }))
  const { pages } = await users.made('listPages', { spaceId })
  const { items } = await users.made('listFiles', { spaceId })
  return { spaceId: spaceId as string, page: pages[0].id as string, file: items[0].id as string }
}

/** Leads Grace to another screen of the console, which still knows what it has just loaded. */
export const lead = (path: string) => grace.page.evaluate(`__TSR_ROUTER__.history.push(${JSON.stringify(path)})`)
