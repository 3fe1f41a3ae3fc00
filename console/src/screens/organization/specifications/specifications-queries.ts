import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import type { Answer } from '../../../api/operations.ts'
import { all } from '../../../api/queries.ts'
import { usePages } from '../../../api/use-pages.ts'

const at = '/v1/orgs/{organizationId}/openapi' as const
const pollMs = 1000

export type Specification = Answer<'GET', '/v1/orgs/{organizationId}/openapi/{specSlug}'>
export type Source = { url: string } | { text: string }

/** A part of the screen of a specification. */
export interface SpecificationPart {
  organizationId: string
  specification: Specification
}

/** Begins the key of everything about the specifications of an organization. */
export const specificationsKey = (organizationId: string) => ['specifications', organizationId] as const

const isProcessed = ({ processingState }: Specification) => processingState === 'complete'

/** The specifications of an organization, asked for again while one of them is processed. */
export const specificationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...specificationsKey(organizationId), 'list'],
    queryFn: ({ signal }) =>
      all((page) => api.get(at, { params: { organizationId }, query: { limit: 100, page }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.every(isProcessed) === false ? pollMs : false),
  })

/** One specification, asked for again until its source is processed. */
export const specificationQuery = (organizationId: string, specSlug: string) =>
  queryOptions({
    queryKey: [...specificationsKey(organizationId), 'one', specSlug],
    queryFn: ({ signal }) => api.get(`${at}/{specSlug}`, { params: { organizationId, specSlug }, signal }),
    refetchInterval: ({ state: { data } }) => (data && !isProcessed(data) ? pollMs : false),
  })

/** The versions of a specification, newest first; `lastVersion` makes a new one appear. */
export const useVersions = (organizationId: string, { slug: specSlug, lastVersion }: Specification) =>
  usePages([...specificationsKey(organizationId), 'versions', specSlug, lastVersion], (page, signal) =>
    api.get(`${at}/{specSlug}/versions`, { params: { organizationId, specSlug }, query: { page, limit: 20 }, signal }),
  )

/** Gives a specification a source, and creates it if there is none of this name. */
export const putSource = (organizationId: string, specSlug: string, source: Source) =>
  api.put(`${at}/{specSlug}`, { params: { organizationId, specSlug }, body: { source } })
