import type { AnyPage } from '@quire/contracts'
import { api } from '../api/client.ts'

type Page = (typeof AnyPage)['_zod']['output']

/** Reads the title of a page of the live content; of the first document if none is given, undefined if there is none. */
export async function titleOfPage(spaceId: string, pageId: string | undefined): Promise<string | undefined> {
  const query = { metadata: false }
  if (pageId === undefined) {
    const { pages } = await api.get('/v1/spaces/{spaceId}/content/pages', { params: { spaceId }, query })
    return firstDocument(pages as Page[])?.title
  }
  const params = { spaceId, pageId }
  return (await api.get('/v1/spaces/{spaceId}/content/page/{pageId}', { params, query })).title
}

function firstDocument(pages: readonly Page[]): Page | undefined {
  for (const page of pages) {
    const found = page.type === 'document' ? page : page.type === 'group' && firstDocument(page.pages as Page[])
    if (found) return found
  }
  return undefined
}
