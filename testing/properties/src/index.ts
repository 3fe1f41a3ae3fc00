const times = Number(process.env.PROPERTY_RUNS || 1)
if (!(times > 0))
  throw new Error('PROPERTY_RUNS must be a number above 0: how many times as often properties are tried.')

/** How often a property is tried: `few` times, or PROPERTY_RUNS as often where that is set, such as each night. */
export const runs = (few: number): number => Math.ceil(few * times)

/**
 * Every `step`-th of the cases that are much alike, and all of them where PROPERTY_RUNS is more than 1. Which ones
 * follows from what they are tried on, its name or its number: each case is tried on something, and two runs try the same.
 */
export function someOf<Case>(cases: readonly Case[], step: number, on: string | number): Case[] {
  if (times > 1) return [...cases]
  const number = typeof on === 'number' ? on : [...on].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0)
  return cases.filter((_, at) => at % step === number % step)
}
