import { z } from 'zod'
import { anyone, siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list } from '../shared/list.ts'
import { PageEvents, SiteInsightsEvent } from './insights-events.ts'
import {
  SegmentsQuery,
  SiteInsightsQuery,
  SiteInsightsResult,
  SiteInsightsSummary,
  SiteVisitorSegment,
  SummaryQuery,
} from './insights-queries.ts'

const maxEvents = 1000

export const insightsOperations = operations('sites', {
  trackEventsInSiteById: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/insights/events',
    summary: 'Record what visitors of a site did',
    access: siteRole('read'),
    body: z.object({ events: z.array(SiteInsightsEvent).max(maxEvents) }),
    replies: { 204: null },
    // A renderer that reads a site for its visitors reports what they did: that takes no more rights than reading.
    reads: true,
    site: true,
  },
  aggregateSiteEvents: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate',
    summary: 'Count the events of a site, grouped and filtered',
    access: siteRole('edit'),
    body: SiteInsightsQuery,
    replies: { 200: SiteInsightsResult },
    reads: true,
  },
  listSiteVisitorSegments: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments',
    summary: 'List the kinds of visitors of a site by what is known of them',
    access: siteRole('edit'),
    query: SegmentsQuery,
    replies: { 200: list(SiteVisitorSegment) },
  },
  getSiteInsightsSummary: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/insights/summary',
    summary: 'Sum up a site: its views, searches without result, disliked pages, declined questions',
    access: siteRole('edit'),
    query: SummaryQuery,
    replies: { 200: SiteInsightsSummary },
  },
})

const reported = {
  method: 'POST',
  access: anyone,
  body: PageEvents,
  replies: { 204: null },
  visit: true,
  reads: true,
  passes: ['dnt', 'sec-gpc'],
  calls: ['listPublishedPages', 'findPublishedPath'],
} as const

/** The events of published pages, sent by their script; not part of the management interface. */
export const pageEventOperations = operations('sites', {
  reportPageEvents: {
    ...reported,
    path: '/sites/{address}/-/events',
    summary: 'Report what a visitor of a published page did',
  },
  reportPageEventsByKey: {
    ...reported,
    path: '/sites/{address}/{shareKey}/-/events',
    summary: 'The same, for a visitor who reads by a share link',
  },
})
