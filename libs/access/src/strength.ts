import { type RawBuilder, sql } from 'kysely'
import { type Level, levels } from './levels.ts'

const ladder = sql.raw(`array[${levels.map((level) => `'${level}'`).join(', ')}]::text[]`)

/** Converts a stored level to a comparable number; null for `inherit` and for null. */
export function strength(level: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`array_position(${ladder}, ${level})`
}

/** Returns the number of a constant level. */
export const strengthOf = (level: Level): number => levels.indexOf(level) + 1

/** Converts a number back to its level. */
export function levelOf(number: RawBuilder<unknown>): RawBuilder<Level> {
  return sql`(${ladder})[${number}]`
}

/**
 * The strength that a default level gives: null if the parent decides. An explicit default level gives guests nothing.
 * `isGuest` is an expression.
 */
export function defaultRule(
  defaultLevel: RawBuilder<unknown>,
  isGuest: RawBuilder<unknown>,
): RawBuilder<number | null> {
  return sql`case when ${defaultLevel} = 'inherit' then null when ${isGuest} then ${sql.lit(strengthOf('none'))}
    else ${strength(defaultLevel)} end`
}
