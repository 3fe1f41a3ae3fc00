import { faCodePullRequest, faGlobe, faUser } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest, Member, Site } from '@quire/contracts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, Refused } from '../api/client.ts'
import { meQuery, organizationQuery, workspaceQuery } from '../api/queries.ts'
import { useSettled } from '../parts/use-settled.ts'
import { useWordsOf } from '../words/words.ts'
import { type Entry, fits } from './palette-entry.ts'

const typingMs = 150
/** The entries of each kind that are shown, and the newest change requests among which those are looked for. */
const [maxEntries, maxChanges] = [5, 100]

/** Returns the change requests, sites and people that the text finds. */
export function useFoundOthers(organizationId: string, text: string): { entries: Entry[]; isSearching: boolean } {
  const words = useWordsOf('organization')
  const { spaceId } = useParams({ strict: false })
  const { data: me } = useQuery(meQuery)
  const { data: organization } = useQuery(organizationQuery(organizationId))
  const { data: workspace } = useQuery(workspaceQuery(organizationId))
  const typed = text.trim()
  const query = useSettled(typed, typingMs)
  const given = { organizationId, query, enabled: query !== '' }
  const [numbered, open, drafts, sites, people] = useQueries({
    queries: [
      numberedQuery(spaceId, query),
      changesQuery(given, { status: 'open' }),
      changesQuery({ ...given, enabled: given.enabled && me !== undefined }, { status: 'draft', creator: me?.id }),
      sitesQuery(given),
      // Guests are told no names.
      peopleQuery({ ...given, enabled: given.enabled && organization?.permissions.listMembers === true }),
    ],
  })
  if (typed === '') return { entries: [], isSearching: false }
  const titles = new Map(workspace?.spaces.map(({ id, title }) => [id, title]))
  const ofChange = ({ id, space, number, subject }: ChangeRequest): Entry => ({
    icon: faCodePullRequest,
    title: `#${number} ${subject || words.untitled}`,
    detail: titles.get(space),
    to: `/s/${space}/changes/${id}`,
  })
  const ofSite = ({ id, title }: Site): Entry => ({
    icon: faGlobe,
    title: title || words.untitled,
    to: `/o/${organizationId}/sites/${id}`,
  })
  const ofPerson = ({ id, user }: Member): Entry => ({
    icon: faUser,
    title: user.displayName || user.email || '',
    detail: user.email,
    to: `/o/${organizationId}/members/${id}`,
  })
  const listed = [...(open.data ?? []), ...(drafts.data ?? [])].map(ofChange).filter(fits(typed))
  const changes = [...(numbered.data ? [ofChange(numbered.data)] : []), ...listed]
  const unique = [...new Map(changes.map((entry) => [entry.to, entry])).values()]
  return {
    entries: [
      ...unique.slice(0, maxEntries),
      ...(sites.data ?? []).map(ofSite).filter(fits(typed)),
      ...(people.data ?? []).map(ofPerson),
    ],
    isSearching: query !== typed || [numbered, open, drafts, sites, people].some(({ isFetching }) => isFetching),
  }
}

interface Given {
  organizationId: string
  query: string
  enabled: boolean
}

/** The change request of the open space with a number, of any status; null if there is none, or no number was typed. */
const numberedQuery = (spaceId: string | undefined, query: string) => {
  const [, number] = /^#?(\d{1,9})$/.exec(query) ?? []
  return {
    queryKey: ['changes', 'numbered', spaceId, number],
    async queryFn({ signal }: { signal: AbortSignal }) {
      const params = { spaceId: spaceId ?? '', changeRequestId: number ?? '' }
      const found = api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', { params, signal })
      return found.catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return null
        throw error
      })
    },
    enabled: spaceId !== undefined && number !== undefined,
  }
}

/** The interface does not search change requests, so the newest are read once. */
const changesQuery = (
  { organizationId, enabled }: Given,
  filter: { status: 'open' | 'draft'; creator?: string | undefined },
) => ({
  queryKey: ['changes', 'newest', organizationId, filter],
  async queryFn({ signal }: { signal: AbortSignal }) {
    const query = { ...filter, limit: maxChanges }
    return (await api.get('/v1/orgs/{organizationId}/change-requests', { params: { organizationId }, query, signal }))
      .items
  },
  enabled,
})

const sitesQuery = ({ organizationId, query: title, enabled }: Given) => ({
  queryKey: ['sites', organizationId, 'found', title],
  async queryFn({ signal }: { signal: AbortSignal }) {
    const query = { title: title.slice(0, 128), limit: maxEntries }
    return (await api.get('/v1/orgs/{organizationId}/sites', { params: { organizationId }, query, signal })).items
  },
  placeholderData: keepPreviousData,
  enabled,
})

const peopleQuery = ({ organizationId, query: search, enabled }: Given) => ({
  queryKey: ['members', organizationId, 'found', search],
  async queryFn({ signal }: { signal: AbortSignal }) {
    const query = { search, limit: maxEntries }
    return (await api.get('/v1/orgs/{organizationId}/members', { params: { organizationId }, query, signal })).items
  },
  enabled,
})
