import { z } from 'zod'
import type { Sql } from '../database.ts'
import type { EventRow } from '../tables/insights.tables.ts'
import { createEventLimits, type EventLimits } from './events/event-limits.ts'
import { createEventWriter, type EventWriter } from './events/event-writer.ts'
import { openGeo, type Place } from './events/geo.ts'
import { createVisitorHashing, type VisitorHashing } from './events/visitor-hashes.ts'

/** Settings of insights. */
export const InsightsConfig = z.object({
  INSIGHTS: z
    .stringbool()
    .default(true)
    .describe('`off`: no events of any site are taken or sent, whatever the sites choose.'),
  INSIGHTS_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3660)
    .default(400)
    .describe('Days after which events of sites and their sums are deleted.'),
  INSIGHTS_EVENTS_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(1_000_000)
    .describe(
      'Events that one site may have in one day of its visitors, and as many by tokens of its organization; beyond that they are refused (429).',
    ),
  INSIGHTS_EVENTS_PER_SENDER: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(5000)
    .describe(
      'Events that one address of visitors, or one token of a site, may send to one site in one day; a tenth of that once visitors have sent half of what the site may have.',
    ),
  INSIGHTS_GEO_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A database of addresses in the format MMDB, by which insights find the country and region of visitors. Without one they know neither.',
    ),
})
export type InsightsConfig = z.output<typeof InsightsConfig>

/** The dependencies of insights; built once, in app.ts. */
export interface InsightsNeeds {
  insights: {
    writer: EventWriter
    limits: EventLimits
    hashing: VisitorHashing
    placeOf: (address: string | undefined) => Place
    /** Announces stored events of a site of this organization to whoever wants to know. */
    announce: (organizationId: string, rows: readonly EventRow[]) => Promise<void>
  }
}

interface Parts {
  config: InsightsConfig
  sql: () => Sql
  now: () => Date
  announce: InsightsNeeds['insights']['announce']
}

export function openInsights({ config, sql, now, announce }: Parts): InsightsNeeds['insights'] {
  const limits = createEventLimits({
    ...{ sql, now },
    perDay: config.INSIGHTS_EVENTS_PER_DAY,
    perSender: config.INSIGHTS_EVENTS_PER_SENDER,
  })
  return {
    writer: createEventWriter(sql, limits.learn),
    limits,
    hashing: createVisitorHashing(sql),
    placeOf: openGeo(config.INSIGHTS_GEO_FILE),
    announce,
  }
}
