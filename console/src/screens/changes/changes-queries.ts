import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'

/** The states of change requests by which lists are filtered. */
export const statuses = ['open', 'draft', 'merged', 'archived'] as const
export interface ChangesFilter {
  status: (typeof statuses)[number]
  creator?: string | undefined
  contributor?: string | undefined
  /** Selects the change requests that wait for a review of this person. */
  reviewer?: string | undefined
}

const limit = 100

/** Reads a list by its cursors, as far as somebody asks for more. */
const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { next?: { page: string } | undefined }) => last.next?.page,
}

export const organizationChangesQuery = (organizationId: string, filter: ChangesFilter) =>
  queryOptions({
    queryKey: ['changes', 'organization', organizationId, filter],
    queryFn: async ({ signal }) => {
      const given = { params: { organizationId }, query: { ...filter, limit }, signal }
      return (await api.get('/v1/orgs/{organizationId}/change-requests', given)).items
    },
  })

export const spaceChangesQuery = (spaceId: string, filter: ChangesFilter) =>
  queryOptions({
    queryKey: ['changes', 'space', spaceId, filter],
    queryFn: async ({ signal }) => {
      const given = { params: { spaceId }, query: { ...filter, limit }, signal }
      return (await api.get('/v1/spaces/{spaceId}/change-requests', given)).items
    },
  })

export const changeRequestQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: ['change-request', spaceId, changeRequestId],
    queryFn: ({ signal }) =>
      api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
        params: { spaceId, changeRequestId },
        signal,
      }),
  })

const movedOnIntervalMs = 15_000

/** Like `changeRequestQuery`, and asked for again while the screen is seen and others may change the change request. */
export const followedChangeRequestQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    ...changeRequestQuery(spaceId, changeRequestId),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'open' || data?.status === 'draft' ? movedOnIntervalMs : false,
  })

/**
 * Reads the changes of a change request, compared with the live revision that it was last updated from. `revision` is the
 * one that the change request is known to have: the changes are those of it or, if it has just moved on, of a later one.
 */
export const changesQuery = (spaceId: string, changeRequestId: string, revision: string) =>
  infiniteQueryOptions({
    queryKey: ['change-request', spaceId, changeRequestId, 'changes', revision],
    staleTime: 'static',
    queryFn: ({ pageParam: page, signal }) =>
      api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes', {
        params: { spaceId, changeRequestId },
        query: { limit, page },
        signal,
      }),
    ...byCursor,
  })

/** Reads the differences of two revisions of a space. */
export const comparisonQuery = (spaceId: string, base: string, revisionId: string) =>
  infiniteQueryOptions({
    queryKey: ['comparison', spaceId, base, revisionId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ pageParam: page, signal }) =>
      api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/changes', {
        params: { spaceId, revisionId },
        query: { base, limit, page },
        signal,
      }),
    ...byCursor,
  })

/** Reads the open conflicts of a change request; `revision` is the one that it is known to have. */
export const conflictsQuery = (spaceId: string, changeRequestId: string, revision: string) =>
  queryOptions({
    queryKey: ['change-request', spaceId, changeRequestId, 'conflicts', revision],
    staleTime: 'static',
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/conflicts', {
          params: { spaceId, changeRequestId },
          query: { page, limit: 100 },
          signal,
        }),
      ),
  })

export const reviewsQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: ['change-request', spaceId, changeRequestId, 'reviews'],
    queryFn: async ({ signal }) => {
      const params = { spaceId, changeRequestId }
      const at = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}'
      const [reviews, requested] = await Promise.all([
        all((page) => api.get(`${at}/reviews`, { params, query: { page, format: 'markdown' }, signal })),
        all((page) => api.get(`${at}/requested-reviewers`, { params, query: { page }, signal })),
      ])
      return { reviews, requested }
    },
  })

/** The text of a reusable content in a revision as markdown. */
export const reusableTextQuery = (spaceId: string, revisionId: string, reusableContentId: string) =>
  queryOptions({
    queryKey: ['reusable-text', spaceId, revisionId, reusableContentId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const found = await api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}', {
        params: { spaceId, revisionId, reusableContentId },
        query: { format: 'markdown' },
        signal,
      })
      return found.markdown ?? ''
    },
  })

/** The text of a page in a revision as markdown; empty if the revision has no such document. */
export const pageTextQuery = (spaceId: string, revisionId: string, pageId: string) =>
  queryOptions({
    queryKey: ['page-text', spaceId, revisionId, pageId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const page = await api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
        params: { spaceId, revisionId, pageId },
        query: { format: 'markdown' },
        signal,
      })
      return page.type === 'document' ? (page.markdown ?? '') : ''
    },
  })
