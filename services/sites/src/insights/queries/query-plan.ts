import type { InsightsColumn, InsightsFilter, InsightsOperator, SiteInsightsQuery } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { Dimension, Key } from './dimension.ts'
import { dimensionOf, filteredDimension } from './dimensions.ts'
import { narrowRange, type Period, periodOf } from './periods.ts'

/** Numbers that are counted of events. */
const counts = ['eventsCount', 'visitorsCount', 'sessionsCount', 'pageFeedbackRating', 'askResponseRating'] as const
export type Count = (typeof counts)[number]

/** A property that a query groups by: a dimension, or an interval of times. */
export type Group = { dimension: Dimension } | { interval: NonNullable<InsightsColumn['interval']> }

/** A filter on a dimension: a comparison with keys. */
export interface KeyFilter {
  dimension: Dimension
  operator: InsightsOperator
  keys: Key[]
}

/** A filter on sums. */
export interface CountFilter {
  count: Count
  operator: InsightsOperator
  values: unknown[]
}

/** What SQL is made of. */
export interface Plan {
  period: Period
  groups: Group[]
  filters: KeyFilter[]
  having: CountFilter[]
  /** The counts that are needed, in the answer, its order or its filters. */
  counts: ReadonlySet<Count>
  /** The order: a position among the groups, or a count. */
  order: { by: number | Count; isDescending: boolean } | undefined
  limit: number
  /** The sums after which a page of a list begins; its groups are one dimension. */
  after?: { events: number; key: string }
}

/** A query with the columns of its answer: positions among the groups, or counts. */
export interface PlannedQuery {
  plan: Plan
  selection: { column: InsightsColumn; from: number | Count }[]
}

/** Plans a query; throws 400, naming the field, if it makes no sense. */
export function planOf(query: SiteInsightsQuery, now: Date): PlannedQuery {
  const { select = [], where = [], order, limit } = query
  const grouped = query.groupBy ?? select.filter((one) => countNamed(one) === undefined)
  const field = query.groupBy ? 'body.groupBy' : 'body.select'
  const groups = grouped.map((column, at) => groupOf(column, `${field}.${at}`))
  const names = grouped.map(nameOf)
  const sourceOf = (column: InsightsColumn, at: string): number | Count => {
    const count = countNamed(column)
    const index = names.indexOf(nameOf(column))
    if (count === undefined && index < 0) throw badRequest(at, 'must be among groupBy, or a count')
    return count ?? index
  }
  const chosen = select.length > 0 ? select : [...grouped, { column: 'eventsCount' as const }]
  const selection = chosen.map((column, at) => ({ column, from: sourceOf(column, `body.select.${at}`) }))
  const by = order && sourceOf(order.by, 'body.order.by')
  const having = where.flatMap((filter, at) => countFilter(filter, `body.where.${at}`))
  return {
    selection,
    plan: {
      period: where.reduce(
        (period, filter, at) => narrowRange(period, filter, `body.where.${at}`),
        periodOf(query.range, now),
      ),
      groups,
      filters: where.flatMap((filter, at) => keyFilter(filter, `body.where.${at}`)),
      having,
      counts: new Set([
        ...selection.flatMap(({ from }) => (typeof from === 'string' ? from : [])),
        ...(typeof by === 'string' ? [by] : []),
        ...having.map(({ count }) => count),
      ]),
      order: by === undefined ? undefined : { by, isDescending: order?.direction === 'desc' },
      limit,
    },
  }
}

const countNamed = ({ column }: Pick<InsightsColumn, 'column'>) => counts.find((one) => one === column)

/** Columns with equal names are one group. */
const nameOf = ({ column, interval = 'day', claim, precision }: InsightsColumn) =>
  JSON.stringify([column, column === 'datetime' ? interval : undefined, claim, precision])

function groupOf(column: InsightsColumn, field: string): Group {
  if (column.column === 'datetime') return { interval: column.interval ?? 'day' }
  const dimension = dimensionOf(column)
  if (!dimension) throw badRequest(field, 'is a count, which has no groups')
  return { dimension }
}

function keyFilter(filter: InsightsFilter, field: string): KeyFilter[] {
  const dimension = filteredDimension(filter)
  if (!dimension) return []
  const { operator = 'in', values } = filter
  requireOneValue(operator, values, field)
  return [{ dimension, operator, keys: values.map(dimension.toKey) }]
}

function countFilter(filter: InsightsFilter, field: string): CountFilter[] {
  const count = countNamed(filter)
  if (count === undefined) return []
  const { operator = 'in', values } = filter
  requireOneValue(operator, values, field)
  const isWhole = count.endsWith('Rating') && operator !== 'in' && operator !== 'notIn'
  if (isWhole) throw badRequest(`${field}.operator`, 'must be in or notIn for ratings, which are several numbers')
  return [{ count, operator, values }]
}

function requireOneValue(operator: InsightsOperator, values: unknown[], field: string) {
  const isList = operator === 'in' || operator === 'notIn'
  if (!isList && (values.length !== 1 || values[0] === null))
    throw badRequest(`${field}.values`, `must be one value for ${operator}`)
}
