import { faFileLines } from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useSettled } from '../parts/use-settled.ts'
import type { Entry } from './palette-entry.ts'

const typingMs = 40
const maxPages = 12

/** Returns the pages that the text finds, and whether more are on their way. */
export function useFoundPages(organizationId: string, text: string): { entries: Entry[]; isSearching: boolean } {
  const query = useSettled(text.trim(), typingMs)
  const { data, isFetching } = useQuery({
    ...foundQuery(organizationId, query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const isSearching = isFetching || query !== text.trim()
  if (text.trim() === '') return { entries: [], isSearching: false }
  const pages = (data ?? []).flatMap((space) => space.pages.map((page) => ({ space, page })))
  const ranked = pages.toSorted((one, other) => one.page.rank - other.page.rank).slice(0, maxPages)
  const entries = ranked.map(({ space, page }) => {
    const above = [space.title, ...page.ancestors.map(({ title }) => title)].join(' / ')
    const excerpt = page.sections?.[0]?.body || page.description
    return {
      icon: faFileLines,
      title: page.title,
      detail: excerpt ? `${above} — ${excerpt}` : above,
      to: `/s/${space.id}/p/${page.id}`,
    }
  })
  return { entries, isSearching }
}

const foundQuery = (organizationId: string, query: string) =>
  queryOptions({
    queryKey: ['search', organizationId, query],
    queryFn: async ({ signal }) => {
      const given = { params: { organizationId }, query: { query, limit: 10 }, signal }
      return (await api.get('/v1/orgs/{organizationId}/search', given)).items
    },
  })
