import type { InsightsOperator } from '@quire/contracts'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import { fixed } from './dimension.ts'
import type { KeyFilter } from './query-plan.ts'

const signs: Record<Exclude<InsightsOperator, 'in' | 'notIn'>, string> = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
}

/** Returns the condition of a filter on an expression of keys. */
export function keyCondition(
  expression: RawBuilder<unknown>,
  { dimension, operator, keys }: KeyFilter,
): RawBuilder<SqlBool> {
  if (operator === 'in' || operator === 'notIn') {
    const texts = keys.filter((key) => key !== null).map(fixed)
    const hasNull = raw.lit(keys.length > texts.length)
    const isListed = texts.length > 0 ? raw`${expression} in (${raw.join(texts)})` : raw`false`
    // A condition that an index can use, in the usual case.
    if (operator === 'in' && texts.length === keys.length) return raw<SqlBool>`${isListed}`
    const isIn = raw<SqlBool>`case when ${expression} is null then ${hasNull} else ${isListed} end`
    return operator === 'in' ? isIn : raw<SqlBool>`not ${isIn}`
  }
  const [key = ''] = keys
  const sign = raw.raw(signs[operator])
  return dimension.isNumber
    ? raw<SqlBool>`(${expression})::numeric ${sign} ${fixed(key ?? '')}::numeric`
    : raw<SqlBool>`(${expression}) collate "C" ${sign} ${fixed(key ?? '')}`
}

/** Returns the condition of a filter on a number. */
export function numberCondition(
  expression: RawBuilder<unknown>,
  operator: InsightsOperator,
  values: readonly number[],
): RawBuilder<SqlBool> {
  if (operator !== 'in' && operator !== 'notIn')
    return raw<SqlBool>`${expression} ${raw.raw(signs[operator])} ${raw.lit(Number(values[0]))}::float8`
  const isIn =
    values.length > 0
      ? raw<SqlBool>`${expression} in (${raw.join(values.map((one) => raw.lit(Number(one))))})`
      : raw<SqlBool>`false`
  return operator === 'in' ? isIn : raw<SqlBool>`not ${isIn}`
}

export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? raw<SqlBool>`true` : raw.join(conditions, raw` and `)
