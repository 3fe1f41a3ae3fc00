import type { Site } from '@quire/contracts'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'

export interface SiteParams {
  organizationId: string
  siteId: string
}

/** The sites of an organization that the person sees. */
export const sitesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['sites', organizationId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/sites', { params: { organizationId }, query: { limit: 100, page }, signal }),
      ),
  })

const siteQuery = (params: SiteParams) =>
  queryOptions({
    queryKey: ['site', params.siteId],
    queryFn: ({ signal }) => api.get('/v1/orgs/{organizationId}/sites/{siteId}', { params: { ...params }, signal }),
  })

export const structureQuery = (params: SiteParams) =>
  queryOptions({
    queryKey: ['site', params.siteId, 'structure'],
    queryFn: ({ signal }) =>
      api.get('/v1/orgs/{organizationId}/sites/{siteId}/structure', { params: { ...params }, signal }),
  })

/** Returns the site of the screen, with the parameters that its operations take. */
export function useSite(): { site: Site; params: { organizationId: string; siteId: string } } {
  const { organizationId, siteId } = useParams({ from: '/signed-in/frame/o/$organizationId/sites/$siteId' })
  const params = { organizationId, siteId }
  const { data: site } = useSuspenseQuery(siteQuery(params))
  return { site, params }
}

/** Returns the address at which anybody may open a site; undefined where that takes a link with a key, or a token. */
export const openAddress = ({ published, visibility, urls }: Site): string | undefined =>
  published && visibility !== 'share-link' && visibility !== 'visitor-auth' ? urls.published : undefined

/** Shows a site as it is now everywhere, after a change of it. */
export async function siteChanged(queries: QueryClient, { organizationId, siteId }: SiteParams, site?: Site) {
  if (site) queries.setQueryData(siteQuery({ organizationId, siteId }).queryKey, site)
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['site', siteId] }),
    queries.invalidateQueries(sitesQuery(organizationId)),
  ])
}
