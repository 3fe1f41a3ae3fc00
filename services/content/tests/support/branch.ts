import type { World } from '../world.ts'

type PresentedPage = { id: string; title: string; slug: string; path: string; pages: PresentedPage[] }

/** Creates a change request in a space, with actions on its branch. */
export async function newBranch(world: World, spaceId: string) {
  const { id } = await world.makeChangeRequest(spaceId)
  const params = { spaceId, changeRequestId: id }
  const apply = (changes: unknown[], query: Record<string, string> = {}) =>
    world.send('updateChangeRequestContent', { params, query, body: { changes } })
  const tree = async (): Promise<PresentedPage[]> =>
    (await world.send('listPagesInChangeRequest', { params })).body.pages
  return {
    params,
    apply,
    /** Applies changes, which must succeed; returns their results. */
    async made(...changes: object[]) {
      const { status, body } = await apply(changes, { compat: 'false' })
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
      return body as {
        previousRevision: string
        changes: { object: string; ref?: string; page: { id: string } & string }[]
        insertedFiles: { id: string }[]
        insertedReusableContents?: { id: string }[]
      }
    },
    /** Applies changes, and returns the status and message of the refusal. */
    async refusal(...changes: object[]): Promise<[status: number, message: string]> {
      const { status, body } = await apply(changes)
      return [status, String(body.error?.message)]
    },
    page: async (pageId: string, query: Record<string, string> = {}) =>
      (await world.send('getPageInChangeRequestById', { params: { ...params, pageId }, query })).body,
    tree,
    titles: async () => (await tree()).map(({ title }) => title),
    revision: async (): Promise<string> => (await world.send('getChangeRequestById', { params })).body.revision,
  }
}

export type Branch = Awaited<ReturnType<typeof newBranch>>

/** An insert of a page with this text. */
export const page = (title: string, markdown = '', more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})
export const update = (id: string, more: object) => ({ operation: 'update_page', page: id, ...more })
export const write = (id: string, markdown: string, more: object = {}) =>
  update(id, { document: { markdown }, ...more })
