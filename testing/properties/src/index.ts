const times = Number(process.env.PROPERTY_RUNS || 1)
if (!(times > 0))
  throw new Error('PROPERTY_RUNS must be a number above 0: how many times as often properties are tried.')

/** How often a property is tried: `few` times, or PROPERTY_RUNS as often where that is set, such as each night. */
export const runs = (few: number): number => Math.ceil(few * times)
