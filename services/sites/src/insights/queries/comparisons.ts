import type { InsightsOperator } from '@quire/contracts'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
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
    const texts = keys.filter((key) => key !== null)
    const hasNull = keys.length > texts.length
    const isIn = raw<SqlBool>`case when ${expression} is null then ${hasNull} else ${expression} = any(${texts}::text[]) end`
    return operator === 'in' ? isIn : raw<SqlBool>`not ${isIn}`
  }
  const [key = ''] = keys
  const sign = raw.raw(signs[operator])
  return dimension.isNumber
    ? raw<SqlBool>`(${expression})::numeric ${sign} ${key}::numeric`
    : raw<SqlBool>`(${expression}) collate "C" ${sign} ${key}`
}

/** Returns the condition of a filter on a number. */
export function numberCondition(
  expression: RawBuilder<unknown>,
  operator: InsightsOperator,
  values: readonly number[],
): RawBuilder<SqlBool> {
  if (operator === 'in') return raw<SqlBool>`${expression} = any(${values}::float8[])`
  if (operator === 'notIn') return raw<SqlBool>`not ${expression} = any(${values}::float8[])`
  return raw<SqlBool>`${expression} ${raw.raw(signs[operator])} ${values[0]}::float8`
}

export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? raw<SqlBool>`true` : raw.join(conditions, raw` and `)
