import { api } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import type { ChangesFilter } from './changes-queries.ts'

/** The organization or space whose change requests are listed. */
export type ChangesScope = { organizationId: string } | { spaceId: string }

const limit = 100

/** Returns the change requests of an organization or space that a filter lets through, as far as somebody asks for more. */
export const useChangeList = (scope: ChangesScope, filter: ChangesFilter) =>
  usePages(['changes', 'list', scope, filter], (page, signal) => {
    const query = { ...filter, limit, page }
    if ('spaceId' in scope) return api.get('/v1/spaces/{spaceId}/change-requests', { params: scope, query, signal })
    return api.get('/v1/orgs/{organizationId}/change-requests', { params: scope, query, signal })
  })
