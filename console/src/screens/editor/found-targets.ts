import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The extent of a search, in spaces and in pages of each. */
const extent = { limit: 5, pagesPerSpace: 4 }

/** Finds pages of other spaces and headings of all spaces that the person may read, best first; nothing if that fails. */
export async function findTargets(
  queries: QueryClient,
  organizationId: string,
  words: string,
  own: { spaceId: string; pages: ReadonlySet<string> },
) {
  const spaces = await queries.fetchQuery(foundQuery(organizationId, words)).catch(() => [])
  const pages = spaces.flatMap((space) => space.pages.map((page) => ({ space, page })))
  return pages
    .toSorted((one, other) => one.page.rank - other.page.rank)
    .flatMap(({ space, page }) => {
      const isOwn = space.id === own.spaceId
      // The search finds live pages: the change request may have deleted one.
      if (isOwn && !own.pages.has(page.id)) return []
      const address = `${isOwn ? '' : `/spaces/${space.id}`}/pages/${page.id}`
      const above = [isOwn ? undefined : space.title, ...page.ancestors.map(({ title }) => title)]
      const detail = above.filter((title) => title !== undefined).join(' / ')
      const headings = (page.sections ?? [])
        .filter(({ id, title }) => id !== '' && hasWord(title, words))
        .map(({ id, title }) => ({
          title,
          detail: detail === '' ? page.title : `${detail} / ${page.title}`,
          address: `${address}#${encodeURIComponent(id)}`,
        }))
      // The pages of the change request are offered by their titles already.
      return isOwn ? headings : [{ title: page.title, detail, address }, ...headings]
    })
}

const hasWord = (title: string, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .some((word) => title.toLowerCase().includes(word))

const foundQuery = (organizationId: string, words: string) => ({
  queryKey: ['search', organizationId, words, 'targets'],
  queryFn: async () =>
    (
      await api.get('/v1/orgs/{organizationId}/search', {
        params: { organizationId },
        query: { query: words, ...extent },
      })
    ).items,
})
