import { ownEventType } from '@quire/contracts'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { Day } from '../days.ts'
import { allOf, keyCondition } from './comparisons.ts'
import { type Dimension, fixed } from './dimension.ts'
import type { Group, Plan } from './query-plan.ts'

/** The sums of a site's events by day and by the groups of a plan: `g0`, `g1` and so on. */
export type SourceRows = RawBuilder<unknown>

/** A time from `from` on and before `to`. */
export interface Span {
  from: Date
  to: Date
}

const isOwnTypeNamed = ({ filters }: Plan) =>
  filters.some(({ dimension, operator, keys }) => isType(dimension) && operator === 'in' && keys.includes(ownEventType))
const isType = ({ rolled }: Dimension) => rolled === 'type'
const isSiteSpace = ({ rolled }: Dimension) => rolled === 'site_space'

/**
 * Returns the name of the sums of days that answer a plan; undefined if none do. They have no moments, no programs, and
 * one dimension besides the type and, unless it has many values, the site space; or several of a visitor's program.
 */
export function rolledDimension(plan: Plan): string | undefined {
  if (plan.period.moments) return undefined
  const used = usedBy(plan)
  if (used.some(({ rolled }) => rolled === undefined)) return undefined
  if (used.some(isSiteSpace) && used.some(({ isWide }) => isWide)) return undefined
  const names = used.flatMap(({ rolled }) => (rolled === 'type' || rolled === 'site_space' ? [] : (rolled ?? [])))
  if (plan.groups.some((group) => 'interval' in group && group.interval === 'hour')) names.push('hour')
  const isOfProgram = new Set(names).size > 1 && names.every((name) => programParts.some((part) => part === name))
  if (new Set(names).size > 1 && !isOfProgram) return undefined
  // One visitor may use several programs, which are not alike in the parts that the plan leaves open.
  const summed = isOfProgram ? programParts.map((rolled) => ({ rolled })) : []
  const isCounted = isDistinct(plan) && ![...used, ...summed].every((dimension) => isSingle(plan, dimension))
  return isCounted ? undefined : isOfProgram ? programs : (names[0] ?? 'all')
}

/** The name of the sums by browser, system and device together, and these parts in the order of their values. */
export const programs = 'program'
const programParts = ['browser', 'os', 'device'] as const
const placesInPrograms = new Map<string | undefined, number>(programParts.map((part, at) => [part, at + 1]))
/** The value of an event in these sums; none of the parts has a blank. */
export const programValue = raw`concat_ws(' ', ${raw.join(programParts.map((part) => raw`event.${raw.ref(part)}`))})`

/** True if a plan counts visitors or sessions, which are distinct within a day. */
export const isDistinct = ({ counts }: Plan) => counts.has('visitorsCount') || counts.has('sessionsCount')

/** True if no visitor is counted twice: sums of several values cannot be added, unless each is a group of its own. */
function isSingle({ groups, filters }: Plan, { rolled }: Pick<Dimension, 'rolled'>): boolean {
  if (groups.some((group) => 'dimension' in group && group.dimension.rolled === rolled)) return true
  return filters.some(
    ({ dimension, operator, keys }) => dimension.rolled === rolled && operator === 'in' && keys.length === 1,
  )
}

/** Selects from the sums of the days from `from` on and before `to`. */
export function rolledRows(plan: Plan, siteId: string, dimension: string, [from, to]: [Day, Day]): SourceRows {
  const { groups, filters } = plan
  const expressionOf = (one: Dimension): RawBuilder<unknown> => {
    const place = dimension === programs ? placesInPrograms.get(one.rolled) : undefined
    if (place !== undefined) return raw`split_part(value, ' ', ${raw.lit(place)})`
    return raw.ref(isType(one) ? 'type' : isSiteSpace(one) ? 'site_space' : 'value')
  }
  const used = usedBy(plan)
  const conditions = [
    raw<SqlBool>`site_id = ${fixed(siteId)} and dimension = ${fixed(dimension)} and day >= ${fixed(from)}::date and day < ${fixed(to)}::date`,
    used.some(isType) ? raw<SqlBool>`type <> '*'` : raw<SqlBool>`type = '*'`,
    used.some(isSiteSpace) ? raw<SqlBool>`site_space is distinct from '*'` : raw<SqlBool>`site_space = '*'`,
    ...(used.some(isType) && !isOwnTypeNamed(plan) ? [raw<SqlBool>`type <> ${raw.lit(ownEventType)}`] : []),
    ...filters.map((filter) => keyCondition(expressionOf(filter.dimension), filter)),
    ...groupedBy(plan).flatMap((one) => groupCondition(one, expressionOf(one))),
  ]
  const hour = raw`day + make_interval(hours => value::int)`
  const columns = groups.map((group, at) => {
    const expression = 'dimension' in group ? expressionOf(group.dimension) : bucket(group, raw`day::timestamp`, hour)
    return raw`${expression} as ${raw.ref(`g${at}`)}`
  })
  return raw`select ${raw.join([...columns, raw`events, visitors, sessions, bad, ok, good, positive, negative`])}
    from site_event_rollup where ${allOf(conditions)}`
}

/** The condition of values that are groups. */
const groupCondition = ({ leavesOut, only }: Dimension, key: RawBuilder<unknown>): RawBuilder<SqlBool>[] => [
  ...(leavesOut ? [raw<SqlBool>`${key} is not null`] : []),
  ...(only ? [only(key)] : []),
]

const bucket = (
  group: Exclude<Group, { dimension: Dimension }>,
  day: RawBuilder<unknown>,
  hour: RawBuilder<unknown>,
): RawBuilder<unknown> => (group.interval === 'hour' ? hour : raw`date_trunc(${raw.lit(group.interval)}, ${day})`)

/** Counts of events as sums have them: sums of integers are faster than those of larger numbers. Distinct counts are computed only if they are needed. */
export const eventCounts = (isDistinct: boolean): RawBuilder<unknown> => raw`count(*)::int as events,
  ${isDistinct ? raw`count(distinct event.visitor)::int` : raw`0`} as visitors,
  ${isDistinct ? raw`count(distinct event.session)::int` : raw`0`} as sessions,
  ${raw.join(['bad', 'ok', 'good'].map((rating) => raw`count(*) filter (where event.type = 'page_post_feedback' and event.rating = ${raw.lit(rating)})::int as ${raw.ref(rating)}`))},
  count(*) filter (where event.type = 'ask_rate_response' and event.answer_rating > 0)::int as positive,
  count(*) filter (where event.type = 'ask_rate_response' and event.answer_rating < 0)::int as negative`

/** PostgreSQL drops the partitions of other days while it plans. */
const instant = (at: Date) => raw`${fixed(at.toISOString())}::timestamptz`

/** Selects from the events themselves, counted by day like the sums. */
export function eventRows(plan: Plan, siteId: string, spans: readonly Span[]): SourceRows {
  const { groups, filters, period } = plan
  const used = usedBy(plan)
  const joins = [...new Set(used.flatMap(({ join }) => join ?? []))]
  const inSpans = spans.map(
    ({ from, to }) => raw<SqlBool>`(event.at >= ${instant(from)} and event.at < ${instant(to)})`,
  )
  const conditions = [
    raw<SqlBool>`event.site_id = ${fixed(siteId)} and (${raw.join(inSpans, raw` or `)})`,
    ...(used.some(({ isBots }) => isBots) ? [] : [raw<SqlBool>`event.bot is null`]),
    ...(isOwnTypeNamed(plan) ? [] : [raw<SqlBool>`event.type <> ${raw.lit(ownEventType)}`]),
    ...filters.map((filter) => keyCondition(filter.dimension.key, filter)),
    ...groupedBy(plan).flatMap((one) => groupCondition(one, one.key)),
    ...(period.moments ?? []).map(({ times, isExcluded }) =>
      isExcluded
        ? raw<SqlBool>`event.at <> all(${times}::timestamptz[])`
        : raw<SqlBool>`event.at = any(${times}::timestamptz[])`,
    ),
  ]
  const local = raw`event.at at time zone 'UTC'`
  const day = raw`date_trunc('day', ${local})`
  const keys = groups.map((group) =>
    'dimension' in group ? group.dimension.key : bucket(group, day, raw`date_trunc('hour', ${local})`),
  )
  const columns = keys.map((key, at) => raw`${key} as ${raw.ref(`g${at}`)}`)
  const byDay = isDistinct(plan) ? [day] : []
  return raw`select ${raw.join([...columns, eventCounts(isDistinct(plan))])}
    from site_event event ${raw.join(joins, raw` `)}
    where ${allOf(conditions)} group by ${raw.join([...byDay, ...keys.map((_, at) => raw.raw(String(at + 1))), raw`()`])}`
}

/** The dimensions that a plan groups by, and those that it filters by. */
const groupedBy = ({ groups }: Plan): Dimension[] =>
  groups.flatMap((group) => ('dimension' in group ? group.dimension : []))
const usedBy = (plan: Plan): Dimension[] => [...groupedBy(plan), ...plan.filters.map(({ dimension }) => dimension)]
