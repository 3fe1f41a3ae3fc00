import { z } from 'zod'
import { ListQuery } from '../shared/list.ts'
import { Id, Timestamp } from '../shared/primitives.ts'
import { columnValues, type InsightsColumnName, insightsColumnNames } from './insights-values.ts'

/** Intervals of times, finest first. */
const intervals = ['hour', 'day', 'week', 'month'] as const
type InsightsInterval = (typeof intervals)[number]

const presets = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const
const InsightsRange = z.union([z.enum(presets), z.object({ from: Timestamp, to: Timestamp })])
export type InsightsRange = z.infer<typeof InsightsRange>

const operators = ['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'] as const
export type InsightsOperator = (typeof operators)[number]

const Claim = z.string().min(1).max(128)

/** Fields that a column needs besides its name, or may have. */
const columnOptions: Partial<Record<InsightsColumnName, z.ZodRawShape>> = {
  datetime: { interval: z.enum(intervals).optional() },
  visitorGeoPoint: { precision: z.int().min(0).max(15).optional() },
  visitorClaim: { claim: Claim },
}

/** A column of a query. */
export interface InsightsColumn {
  column: InsightsColumnName
  interval?: InsightsInterval
  precision?: number
  claim?: string
}

/** A column with values: a filter, or a column of an answer. */
export interface InsightsValues {
  column: InsightsColumnName
  claim?: string
  values: unknown[]
}

export interface InsightsFilter extends InsightsValues {
  operator?: InsightsOperator
}

/** Declares one object for each column; the type of the union is given by hand, as there are forty of them. */
const eachColumn = <Result>(id: string, shapeOf: (column: InsightsColumnName) => z.ZodType) =>
  z.discriminatedUnion('column', insightsColumnNames.map(shapeOf) as never).meta({ id }) as unknown as z.ZodType<
    Result,
    Result
  >

const named = (column: InsightsColumnName) => ({ column: z.literal(column) })
const claimOf = (column: InsightsColumnName): z.ZodRawShape => (column === 'visitorClaim' ? { claim: Claim } : {})
const maxFilterValues = 100

const Column = eachColumn<InsightsColumn>('SiteInsightsQueryEventsColumn', (column) =>
  z.object({ ...named(column), ...columnOptions[column] }),
)

const Filter = eachColumn<InsightsFilter>('SiteInsightsQueryEventsFilter', (column) =>
  z.object({
    ...named(column),
    ...claimOf(column),
    values: z.array(columnValues[column]).max(maxFilterValues),
    operator: z.enum(operators).optional(),
  }),
)

const Values = eachColumn<InsightsValues>('SiteInsightsQueryEventsValues', (column) =>
  z.strictObject({ ...named(column), ...claimOf(column), values: z.array(columnValues[column]) }),
)

const maxColumns = 10

/** A question about the events of a site (docs/interface.md#insights). */
export const SiteInsightsQuery = z.object({
  select: z
    .array(Column)
    .max(2 * maxColumns)
    .optional(),
  where: z
    .array(Filter)
    .max(2 * maxColumns)
    .optional(),
  groupBy: z.array(Column).max(maxColumns).optional(),
  order: z.object({ by: Column, direction: z.enum(['asc', 'desc']) }).optional(),
  range: InsightsRange,
  limit: z.int().min(1).max(1000).default(1000),
})
export type SiteInsightsQuery = z.infer<typeof SiteInsightsQuery>

export const SiteInsightsResult = z.strictObject({ columns: z.array(Values) })

const count = z.int().min(0)

export const SiteVisitorSegment = z
  .strictObject({
    title: z.string(),
    claims: z.record(z.string(), z.unknown()),
    events: count,
    visitors: count,
    sessions: count,
  })
  .meta({ id: 'SiteInsightsVisitorSegment' })

export const SegmentsQuery = ListQuery

const summaryLimit = 100

/** The period of a summary: `range`, or `from` and `to`; by default the last 30 days. */
export const SummaryQuery = z.object({
  range: z.enum(presets).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  /** The number of rows of each list. */
  limit: z.coerce.number().int().min(1).max(summaryLimit).default(10),
})
export type SummaryQuery = z.infer<typeof SummaryQuery>

const PageOfSummary = { space: Id.nullable(), page: Id.nullable() }
const Query = z.strictObject({ query: z.string(), count })

/** What a site's team acts upon: what is read, and what readers look for in vain. */
export const SiteInsightsSummary = z
  .strictObject({
    object: z.literal('site-insights-summary'),
    from: Timestamp,
    to: Timestamp,
    views: count,
    visitors: count,
    sessions: count,
    searches: z.strictObject({ count, withoutResult: count }),
    questions: z.strictObject({ count, declined: count }),
    feedback: z.strictObject({ good: count, ok: count, bad: count }),
    pages: z.array(z.strictObject({ ...PageOfSummary, views: count, visitors: count })),
    searchesWithoutResult: z.array(Query),
    declinedQuestions: z.array(Query),
    dislikedPages: z.array(z.strictObject({ ...PageOfSummary, good: count, ok: count, bad: count })),
  })
  .meta({ id: 'SiteInsightsSummary' })
export type SiteInsightsSummary = z.infer<typeof SiteInsightsSummary>
