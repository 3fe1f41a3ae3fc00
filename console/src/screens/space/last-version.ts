import { queryOptions } from '@tanstack/react-query'
import { api, Refused } from '../../api/client.ts'
import type { Page } from './pages.ts'
import { stateKey } from './space-queries.ts'

/** A page as a revision of its space has it. */
export interface PageVersion {
  page: Pick<Page, 'id' | 'title' | 'type'>
  revisionId: string
}

/** The latest versions of a space in which a page is looked for, so that a wrong address costs few requests; and those at once. */
const [maxVersions, atOnce] = [30, 6]

/** Finds the last version of a space that has a page, which the live content has no more; null if none of the latest has it. */
export const lastVersionQuery = (spaceId: string, pageId: string) =>
  queryOptions({
    queryKey: [...stateKey({ spaceId }), 'last-version', pageId],
    async queryFn({ signal }): Promise<PageVersion | null> {
      const query = { limit: maxVersions }
      const { items } = await api.get('/v1/spaces/{spaceId}/revisions', { params: { spaceId }, query, signal })
      for (let at = 0; at < items.length; at += atOnce) {
        const versions = items.slice(at, at + atOnce).map(({ id }) => versionIn(id, { spaceId, pageId }, signal))
        const found = (await Promise.all(versions)).find((version) => version !== undefined)
        if (found) return found
      }
      return null
    },
  })

async function versionIn(
  revisionId: string,
  params: { spaceId: string; pageId: string },
  signal: AbortSignal,
): Promise<PageVersion | undefined> {
  try {
    const path = '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}'
    const query = { format: 'markdown', metadata: false }
    const page = await api.get(path, { params: { ...params, revisionId }, query, signal })
    return { page, revisionId }
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}
