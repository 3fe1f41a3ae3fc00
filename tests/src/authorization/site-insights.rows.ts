import { body, inside, type Rows } from './row-types.ts'

const range = 'last7Days'

export const siteInsightsRows: Rows = {
  trackEventsInSiteById: { least: 'read', ok: 204, ...inside, reads: true, given: body({ events: [] }) },
  aggregateSiteEvents: { least: 'edit', ok: 200, ...inside, reads: true, given: body({ range }) },
  listSiteVisitorSegments: { least: 'edit', ok: 200, ...inside },
  getSiteInsightsSummary: { least: 'edit', ok: 200, ...inside },
}
