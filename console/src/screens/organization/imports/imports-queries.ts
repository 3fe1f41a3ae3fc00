import type { ContentImportRun, Space } from '@quire/contracts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { allPages } from '../../space/pages.ts'
import { readPages, stateKey } from '../../space/space-queries.ts'

const pollMs = 1000
const limit = 50

/** Begins the key of everything about the imports of an organization. */
export const importsKey = (organizationId: string) => ['imports', organizationId] as const

/** True until a run has ended. */
export const isUnderWay = ({ status }: Pick<ContentImportRun, 'status'>) =>
  status === 'pending' || status === 'in-progress'

/** The imports of an organization, the last ones first; asked for again while one of them goes on. */
export const importsQuery = (organizationId: string) =>
  infiniteQueryOptions({
    queryKey: [...importsKey(organizationId), 'list'],
    queryFn: ({ pageParam: page, signal }) =>
      api.get('/v1/org/{organizationId}/imports', { params: { organizationId }, query: { limit, page }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next?.page,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isUnderWay)) ? pollMs : false,
  })

/** One import, asked for again until it has ended. */
export const importQuery = (organizationId: string, importRunId: string) =>
  queryOptions({
    queryKey: [...importsKey(organizationId), importRunId],
    queryFn: ({ signal }) =>
      api.get('/v1/org/{organizationId}/imports/{importRunId}', { params: { organizationId, importRunId }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? pollMs : false),
  })

/**
 * The pages that are in the target of an import now, by the files that they were made from. A target that the person does
 * not see has none.
 */
export const pagesByPathQuery = ({ space, changeRequest }: ContentImportRun['target']) =>
  queryOptions({
    queryKey: [...stateKey({ spaceId: space, changeRequestId: changeRequest }), 'paths'],
    async queryFn({ signal }): Promise<Map<string, string>> {
      const state = { spaceId: space, changeRequestId: changeRequest }
      const pages = await readPages(state, { query: { metadata: true }, signal })
      return new Map(
        allPages(pages).flatMap((page) =>
          page.type === 'document' && page.git ? [[page.git.path, page.id] as const] : [],
        ),
      )
    },
    retry: false,
  })

/** Returns the newest import of a space from a repository or elsewhere that is not the one with this id; undefined if there is none. */
export async function newestImportOf(
  organizationId: string,
  space: string,
  before: string | undefined,
): Promise<ContentImportRun | undefined> {
  const query = { space, limit: 1 }
  const { items } = await api.get('/v1/org/{organizationId}/imports', { params: { organizationId }, query })
  return items.find(({ id }) => id !== before)
}

/** True if nobody has put anything into a space; false where there is none. */
export const emptySpaceQuery = (space: Space | undefined) =>
  queryOptions({
    queryKey: ['space', space?.id, 'empty'],
    queryFn: async () => space !== undefined && isEmptySpace(space),
    staleTime: 0,
  })

/** The imports of a space that are looked at; one with more of them does not count as empty. */
const maxRuns = 100

/** Returns true if a space has no page, file, change request or comment, and no import that has brought some or still may. */
export async function isEmptySpace({ id: spaceId, organization: organizationId }: Space): Promise<boolean> {
  const given = { params: { spaceId } }
  const [space, { pages }, files, runs] = await Promise.all([
    api.get('/v1/spaces/{spaceId}', given),
    api.get('/v1/spaces/{spaceId}/content/pages', { ...given, query: { metadata: false } }),
    api.get('/v1/spaces/{spaceId}/content/files', { ...given, query: { limit: 1 } }),
    api.get('/v1/org/{organizationId}/imports', {
      params: { organizationId },
      query: { space: spaceId, limit: maxRuns },
    }),
  ])
  const isUsed = pages.length + files.items.length + space.changeRequests + space.comments > 0
  return !isUsed && runs.next === undefined && runs.items.every(hasBroughtNothing)
}

/** True for a run that has ended with nothing of what it had read. */
export const hasBroughtNothing = ({ status }: Pick<ContentImportRun, 'status'>) =>
  status === 'failed' || status === 'cancelled'
