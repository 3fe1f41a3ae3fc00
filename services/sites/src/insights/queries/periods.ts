import type { InsightsFilter, InsightsRange } from '@quire/contracts'
import { badRequest } from '@quire/kit'

/** A time from `from` on and before `to`. With `moments`, only these times count, or all others. */
export interface Period {
  from: Date
  to: Date
  moments?: { times: Date[]; isExcluded: boolean }[]
}

/** Returns the period of a range that ends now, or that the caller names. Throws 400 if it ends before it begins. */
export function periodOf(range: InsightsRange, now: Date): Period {
  if (typeof range !== 'string') {
    const [from, to] = [new Date(range.from), new Date(range.to)]
    if (from >= to) throw badRequest('body.range', 'must end after it begins')
    return { from, to }
  }
  const from = new Date(now)
  if (range === 'lastYear') from.setUTCFullYear(from.getUTCFullYear() - 1)
  else if (range === 'last3Months') from.setUTCMonth(from.getUTCMonth() - 3)
  else if (range === 'last30Days') from.setUTCDate(from.getUTCDate() - 30)
  else if (range === 'last7Days') from.setUTCDate(from.getUTCDate() - 7)
  else from.setUTCHours(from.getUTCHours() - 24)
  // The events of this very moment belong to it.
  return { from, to: new Date(now.getTime() + 1) }
}

/** Applies a filter on times to a period; other filters change nothing. Throws 400 if a comparison has not one value. */
export function narrowRange(
  period: Period,
  { column, operator = 'in', values }: InsightsFilter,
  field: string,
): Period {
  if (column !== 'datetime') return period
  const times = values.map((value) => new Date(String(value)))
  if (operator === 'in' || operator === 'notIn')
    return { ...period, moments: [...(period.moments ?? []), { times, isExcluded: operator === 'notIn' }] }
  const [time] = times
  if (!time || times.length > 1) throw badRequest(`${field}.values`, `must be one value for ${operator}`)
  const next = new Date(time.getTime() + 1)
  switch (operator) {
    case 'greaterThan':
      return { ...period, from: later(period.from, next) }
    case 'greaterThanOrEqual':
      return { ...period, from: later(period.from, time) }
    case 'lessThan':
      return { ...period, to: earlier(period.to, time) }
    case 'lessThanOrEqual':
      return { ...period, to: earlier(period.to, next) }
  }
}

const later = (one: Date, other: Date) => (one > other ? one : other)
const earlier = (one: Date, other: Date) => (one < other ? one : other)
