import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { all } from '../../../api/queries.ts'
import { usePages } from '../../../api/use-pages.ts'
import type { AuditFilter } from './audit-filter.ts'

const limit = 100
const at = '/v1/orgs/{organizationId}/audit-events' as const

/** The audit events of the filter, newest first. */
export const useAuditEvents = (organizationId: string, filter: AuditFilter) =>
  usePages(
    ['audit', organizationId, filter],
    (page, signal) =>
      api.get(at, { params: { organizationId }, query: { ...queryOf(filter), limit: 50, page }, signal }),
    // Almost every change is one of its events.
    { staleTime: 0 },
  )

/** Reads all events of the filter. */
export const readAuditEvents = (organizationId: string, filter: AuditFilter) =>
  all((page) => api.get(at, { params: { organizationId }, query: { ...queryOf(filter), limit, page } }))

const queryOf = ({ from, to, ...exact }: AuditFilter) => ({
  ...exact,
  from: from && new Date(`${from}T00:00:00`).toISOString(),
  to: to && new Date(`${to}T23:59:59.999`).toISOString(),
})

const names = import.meta.glob<{ actions: Record<string, string> }>('./actions/*.ts')

/** The names of actions in a language of the console, by id. */
export const actionNamesQuery = (language: string) =>
  queryOptions({
    queryKey: ['audit-actions', language],
    queryFn: async () => (await names[`./actions/${language}.ts`]?.())?.actions ?? {},
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The actions that are recorded, with a label in English. */
export const auditActionsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['audit', organizationId, 'actions'],
    queryFn: async ({ signal }) =>
      (await api.get('/v1/orgs/{organizationId}/audit-event-actions', { params: { organizationId }, signal })).items,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** One event with its details. */
export const auditEventQuery = (organizationId: string, auditEventId: string) =>
  queryOptions({
    queryKey: ['audit', organizationId, 'one', auditEventId],
    queryFn: ({ signal }) => api.get(`${at}/{auditEventId}`, { params: { organizationId, auditEventId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
