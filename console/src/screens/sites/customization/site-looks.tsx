import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { type SiteParams, siteChanged, useSite } from '../sites-queries.ts'
import { withLooks } from './changed-looks.ts'
import { LooksForm } from './looks-form.tsx'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/customization' as const

const settingsQuery = (params: SiteParams) =>
  queryOptions({
    queryKey: ['site', params.siteId, 'customization'],
    queryFn: ({ signal }) => api.get(at, { params: { ...params }, signal }),
  })

/** The looks of a whole site. */
export function SiteLooks() {
  const queries = useQueryClient()
  const { site, params } = useSite()
  const { data: saved } = useSuspenseQuery(settingsQuery(params))
  return (
    <LooksForm
      name={`site-looks/${site.id}`}
      saved={saved}
      preview={(customization) => ({ customization })}
      save={async (changes) => {
        // The request replaces all settings, so it has the newest ones of others beside the changes.
        const newest = await queries.fetchQuery({ ...settingsQuery(params), staleTime: 0 })
        const stored = await api.put(at, { params, body: withLooks(newest, changes) })
        queries.setQueryData(settingsQuery(params).queryKey, stored)
        await siteChanged(queries, params)
      }}
    />
  )
}
