/** A day in UTC, as `YYYY-MM-DD`. All sums are of such days. */
export type Day = string

const dayMs = 86_400_000

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10)

export const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`)

export const dayAfter = (day: Day, days = 1): Day => dayOf(new Date(startOf(day).getTime() + days * dayMs))

/** Returns the first day that begins at or after a time. */
export const firstWholeDay = (at: Date): Day => dayOf(new Date(Math.ceil(at.getTime() / dayMs) * dayMs))
