import type { World } from '../world.ts'

type ShownPage = { id: string; title: string; slug: string; path: string; pages: ShownPage[] }

/** A new change request of a space, and what tests do to its content. */
export async function newLine(world: World, spaceId: string) {
  const { id } = await world.makeChangeRequest(spaceId)
  const params = { spaceId, changeRequestId: id }
  const apply = (changes: unknown[], query: Record<string, string> = {}) =>
    world.send('updateChangeRequestContent', { params, query, body: { changes } })
  const tree = async (): Promise<ShownPage[]> => (await world.send('listPagesInChangeRequest', { params })).body.pages
  return {
    params,
    apply,
    /** Applies changes that are possible; answers what they did. */
    async made(...changes: object[]) {
      const { status, body } = await apply(changes, { compat: 'false' })
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
      return body as {
        changes: { object: string; ref?: string; page: { id: string } & string }[]
        insertedFiles: { id: string }[]
        insertedReusableContents?: { id: string }[]
      }
    },
    /** What a change is refused with. */
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

export type Line = Awaited<ReturnType<typeof newLine>>

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
