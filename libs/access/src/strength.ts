import { type RawBuilder, sql } from 'kysely'
import { type Level, levels } from './levels.ts'

const ladder = sql.raw(`array[${levels.map((level) => `'${level}'`).join(', ')}]::text[]`)

/** A stored level as a number that compares; null for `inherit` and for null. */
export function strength(level: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`array_position(${ladder}, ${level})`
}

/** The number of a level known here. */
export const strengthOf = (level: Level): number => levels.indexOf(level) + 1

/** The level of a number. */
export function levelOf(number: RawBuilder<unknown>): RawBuilder<Level> {
  return sql`(${ladder})[${number}]`
}

/**
 * What a default level gives: null where the parent decides. A guest gets nothing from an explicit
 * one, whatever it says. `isGuest` is an expression.
 */
export function defaultRule(
  defaultLevel: RawBuilder<unknown>,
  isGuest: RawBuilder<unknown>,
): RawBuilder<number | null> {
  return sql`case when ${defaultLevel} = 'inherit' then null when ${isGuest} then ${sql.lit(strengthOf('none'))}
    else ${strength(defaultLevel)} end`
}
