import { faChevronDown, faFileLines } from '@fortawesome/free-solid-svg-icons'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { useSettled } from '../parts/use-settled.ts'
import { useWordsOf } from '../words/words.ts'
import type { Entry } from './palette-entry.ts'

const typingMs = 40
/** Pages that are shown at first, and those that each wish for more adds. */
const [firstPages, furtherPages] = [12, 25]
/** The extent of a search at first, in spaces and pages of each, and of one whose pages were not enough. */
const first = { limit: 10, pagesPerSpace: 5 }
const further = { limit: 50, pagesPerSpace: 50 }

interface Found {
  entries: Entry[]
  /** True while more may be on their way. */
  isSearching: boolean
  /** The reason for which the pages could not be searched. */
  error: unknown
  /** Shows more pages; undefined if there are none. It does nothing while they are on their way. */
  more: Entry | undefined
}

/** Returns the pages that the text finds. */
export function useFoundPages(organizationId: string, text: string): Found {
  const words = useWordsOf('ask')
  const query = useSettled(text.trim(), typingMs)
  const [wish, setWish] = useState({ query, times: 0 })
  const times = wish.query === query ? wish.times : 0
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...foundQuery(organizationId, query, times === 0 ? first : further),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const isSearching = isFetching || query !== text.trim()
  if (text.trim() === '') return { entries: [], isSearching: false, error: null, more: undefined }
  const pages = (data ?? []).flatMap((space) => space.pages.map((page) => ({ space, page })))
  const shown = firstPages + times * furtherPages
  const ranked = pages.toSorted((one, other) => one.page.rank - other.page.rank).slice(0, shown)
  const isComing = times > 0 && isPlaceholderData
  const isMore = isComing || pages.length > shown || (times === 0 && hasMore(data))
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
  const wishMore = () => setWish({ query, times: times + 1 })
  const more = { icon: faChevronDown, title: words.morePages, run: isComing ? undefined : wishMore }
  return { entries, isSearching, error: isSearching ? null : error, more: isMore ? more : undefined }
}

/** True if the first answer may have left out pages: those of further spaces, or of a space with as many as one has there. */
const hasMore = (spaces: { pages: unknown[] }[] = []) =>
  spaces.length === first.limit || spaces.some(({ pages }) => pages.length === first.pagesPerSpace)

const foundQuery = (organizationId: string, query: string, extent: typeof first) =>
  queryOptions({
    queryKey: ['search', organizationId, query, extent],
    queryFn: async ({ signal }) => {
      const given = { params: { organizationId }, query: { query, ...extent }, signal }
      return (await api.get('/v1/orgs/{organizationId}/search', given)).items
    },
  })
