import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { all } from '../../../api/queries.ts'

/** The SAML providers of an organization. */
export const providersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['saml', organizationId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/saml', { params: { organizationId }, query: { limit: 100, page }, signal }),
      ),
  })
