export { growthOf, proportional } from './growth.ts'

const times = Number(process.env.PROPERTY_RUNS || 1)
if (!(times > 0))
  throw new Error('PROPERTY_RUNS must be a number above 0: how many times as often properties are tried.')

/** Returns the number of runs of a property: `few`, multiplied by PROPERTY_RUNS if that is set, such as each night. */
export const runs = (few: number): number => Math.ceil(few * times)

/**
 * Returns every `step`-th of cases that are much alike, and all of them if PROPERTY_RUNS is more than 1. The subject of the
 * cases, `on`, determines the choice: each case is tried on some subject, and two runs try the same.
 */
export function someOf<Case>(cases: readonly Case[], step: number, on: string | number): Case[] {
  if (times > 1) return [...cases]
  const number = typeof on === 'number' ? on : [...on].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0)
  return cases.filter((_, at) => at % step === number % step)
}
