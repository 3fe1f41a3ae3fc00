import { createGroupSemaphore, type GroupSemaphore, unavailable } from '@quire/kit'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { type Day, dayAfter, dayOf, firstWholeDay, startOf } from '../days.ts'
import { allOf, numberCondition } from './comparisons.ts'
import type { Count, CountFilter, Plan } from './query-plan.ts'
import { eventRows, isDistinct, programs, rolledDimension, rolledRows, type Span } from './sources.ts'

/** Sums of one group: its keys, in the order of the groups, and all counts. */
export interface Sums {
  keys: (string | null)[]
  eventsCount: number
  visitorsCount: number
  sessionsCount: number
  pageFeedbackRating: { ok: number; good: number; bad: number }
  askResponseRating: { positive: number; negative: number }
}

/** Queries of all organizations at the same time, and of one of them: each may read a year of events. */
const [permits, permitsPerGroup, timeoutMs] = [4, 2, 10_000]

export const createQueryTurns = (): GroupSemaphore =>
  createGroupSemaphore({
    ...{ permits, permitsPerGroup, timeoutMs },
    refusal: () => unavailable('Many questions about events are being answered: try again.', 2),
  })

/** The dependency of queries over events; built once, in app.ts. */
export interface AggregateNeeds {
  queryTurns: GroupSemaphore
}

/** PostgreSQL's code for a statement that took longer than it may. */
const statementTimeout = '57014'

/**
 * Does work that reads many events when the organization's turn comes; throws 503 if it does not come soon, or if the work
 * takes longer than a statement may: asking again would not help then.
 */
export const inQueryTurn = <Result>(
  { deps, access, signal }: Pick<SitesContext<AggregateNeeds>, 'deps' | 'access' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> =>
  deps.queryTurns(access.organizationId, signal, work).catch((error: unknown) => {
    if (Object(error).code !== statementTimeout) throw error
    throw unavailable('These events take too long to count: ask about a shorter period, or by fewer columns.', 60)
  })

/** Runs a plan over the events of a site, by the sums of whole days as far as these can answer. */
export async function aggregate(sql: Sql, siteId: string, plan: Plan): Promise<Sums[]> {
  const { groups, limit } = plan
  if (plan.period.from >= plan.period.to) return []
  const names = groups.map((_, at) => raw.ref(`g${at}`))
  const keys = names.map((name, at) => raw`${name}::text as ${raw.ref(`k${at}`)}`)
  const { rows } = await raw<Record<string, unknown>>`
    select ${raw.join([...keys, totals])} from (${raw.join(await sourcesOf(sql, siteId, plan), raw` union all `)}) source
    group by ${raw.join([...names, raw`()`])}
    having ${allOf([...(groups.length > 0 ? [raw<SqlBool>`sum(events) > 0`] : []), ...plan.having.map(countCondition), ...beyond(plan)])}
    order by ${raw.join([...orderOf(plan), ...names.map((name) => raw`${name} nulls first`), raw`1`])}
    limit ${raw.lit(limit)}`.execute(sql)
  return rows.map((row) => sumsOf(row, groups.length))
}

const sumNames = ['events', 'visitors', 'sessions', 'bad', 'ok', 'good', 'positive', 'negative'] as const
const sumOf = (name: (typeof sumNames)[number]) => raw`coalesce(sum(${raw.ref(name)}), 0)::float8`
const totals = raw.join(sumNames.map((name) => raw`${sumOf(name)} as ${raw.ref(name)}`))

/** Whole days are read from sums, the beginning, the end and days without sums from events. */
async function sourcesOf(sql: Sql, siteId: string, plan: Plan): Promise<RawBuilder<unknown>[]> {
  const { from, to } = plan.period
  const dimension = rolledDimension(plan)
  const { rolledUntil, programsFrom } = dimension === undefined ? {} : await progressOf(sql, siteId)
  const whole = firstWholeDay(from)
  // Earlier days get these sums later, the latest of them first.
  const first = dimension === programs ? latest(whole, programsFrom ?? dayOf(to)) : whole
  const last = rolledUntil !== undefined && rolledUntil < dayOf(to) ? rolledUntil : dayOf(to)
  if (dimension === undefined || rolledUntil === undefined || first >= last)
    return eventSources(plan, siteId, { from, to })
  const spans = [
    { from, to: startOf(first) },
    { from: startOf(last), to },
  ].filter((span) => span.from < span.to)
  const rolled = rolledRows(plan, siteId, dimension, [first, last])
  return spans.length === 0 ? [rolled] : [rolled, eventRows(plan, siteId, spans)]
}

/** Days of a query that are separate selects; planning more of them would take longer than it saves. */
const maxDays = 400

/**
 * Visitors are distinct within a day. PostgreSQL cannot count them in parallel over a table, but it can for one day beside
 * another, and sorts each in memory: half the time for a month, and a year instead of a timeout.
 */
function eventSources(plan: Plan, siteId: string, { from, to }: Span): RawBuilder<unknown>[] {
  const days = isDistinct(plan) ? daysOf({ from, to }) : []
  return days.length > 1 && days.length <= maxDays
    ? days.map((day) => eventRows(plan, siteId, [day]))
    : [eventRows(plan, siteId, [{ from, to }])]
}

function daysOf({ from, to }: Span): Span[] {
  const days: Span[] = []
  for (let start = from; start < to && days.length <= maxDays; ) {
    const next = startOf(dayAfter(dayOf(start)))
    days.push({ from: start, to: next < to ? next : to })
    start = next
  }
  return days
}

/** Returns the first day of a site that has no sums: of all sites, or because events came later. */
async function progressOf(sql: Sql, siteId: string): Promise<{ rolledUntil?: Day; programsFrom?: Day | null }> {
  const { rows } = await raw<{ rolledUntil: Day; programsFrom: Day | null }>`
    select programs_from::text as "programsFrom", least(rolled_until, (
      select min(day) from site_event_day where site_id = ${siteId} and not is_rolled
    ))::text as "rolledUntil"
    from site_event_progress`.execute(sql)
  return rows[0] ?? {}
}

const latest = (one: Day, other: Day): Day => (one > other ? one : other)

const countColumns = { eventsCount: 'events', visitorsCount: 'visitors', sessionsCount: 'sessions' } as const

/** Ratings are ordered by their good ones less their bad ones. */
function numberOf(count: Count): RawBuilder<unknown> {
  if (count === 'pageFeedbackRating') return raw`(${sumOf('good')} - ${sumOf('bad')})`
  if (count === 'askResponseRating') return raw`(${sumOf('positive')} - ${sumOf('negative')})`
  return sumOf(countColumns[count])
}

function countCondition({ count, operator, values }: CountFilter): RawBuilder<SqlBool> {
  if (count !== 'pageFeedbackRating' && count !== 'askResponseRating')
    return numberCondition(numberOf(count), operator, values as number[])
  const parts = count === 'pageFeedbackRating' ? (['ok', 'good', 'bad'] as const) : (['positive', 'negative'] as const)
  const equal = values.map((value) =>
    allOf(parts.map((part) => raw<SqlBool>`${sumOf(part)} = ${raw.lit(Number(Object(value)[part]))}::float8`)),
  )
  const isOne = equal.length === 0 ? raw<SqlBool>`false` : raw<SqlBool>`(${raw.join(equal, raw` or `)})`
  return operator === 'in' ? isOne : raw<SqlBool>`not ${isOne}`
}

/** The groups behind those of the page before, in the order of events, most first. */
const beyond = ({ after }: Plan): RawBuilder<SqlBool>[] =>
  after ? [raw<SqlBool>`(sum(events) < ${after.events} or (sum(events) = ${after.events} and g0 > ${after.key}))`] : []

/** Without an order, times come in theirs, and everything else by its first count, most first. */
function orderOf({ groups, order, counts }: Plan): RawBuilder<unknown>[] {
  if (order) {
    const direction = raw.raw(order.isDescending ? 'desc nulls last' : 'asc nulls first')
    return [raw`${typeof order.by === 'number' ? raw.ref(`g${order.by}`) : numberOf(order.by)} ${direction}`]
  }
  const time = groups.findIndex((group) => 'interval' in group)
  if (time >= 0) return [raw.ref(`g${time}`)]
  const [first = 'eventsCount'] = counts
  return [raw`${numberOf(first)} desc`]
}

function sumsOf(row: Record<string, unknown>, groups: number): Sums {
  const [events = 0, visitors = 0, sessions = 0, bad = 0, ok = 0, good = 0, positive = 0, negative = 0] = sumNames.map(
    (name) => Number(row[name]),
  )
  return {
    keys: Array.from({ length: groups }, (_, at) => row[`k${at}`] as string | null),
    eventsCount: events,
    visitorsCount: visitors,
    sessionsCount: sessions,
    pageFeedbackRating: { ok, good, bad },
    askResponseRating: { positive, negative },
  }
}
