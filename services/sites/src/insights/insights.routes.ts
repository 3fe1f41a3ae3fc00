import { insightsOperations, pageEventOperations } from '@quire/contracts'
import { implementWith } from '../context.ts'
import type { WebsiteNeeds } from '../website/pages-dependencies.ts'
import { reportPageEvents } from './events/page-events.ts'
import { trackEvents } from './events/track-events.ts'
import type { InsightsNeeds } from './insights-config.ts'
import type { AggregateNeeds } from './queries/aggregate.ts'
import { answerQuery } from './queries/answer-query.ts'
import { summarize } from './queries/summary.ts'
import { listVisitorSegments } from './queries/visitor-segments.ts'

export const insightsRoutes = implementWith<InsightsNeeds & AggregateNeeds>()(insightsOperations, {
  trackEventsInSiteById: trackEvents,
  aggregateSiteEvents: answerQuery,
  listSiteVisitorSegments: listVisitorSegments,
  getSiteInsightsSummary: summarize,
})

export const pageEventRoutes = implementWith<InsightsNeeds & WebsiteNeeds>()(pageEventOperations, {
  reportPageEvents,
  reportPageEventsByKey: reportPageEvents,
})
