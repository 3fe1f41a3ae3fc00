/** A time of UTC as PostgreSQL writes it. */
const written = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/

/**
 * A database timestamp as the interface writes it: ISO 8601, UTC, milliseconds. Lists hold a hundred of them: making a
 * date of each costs four times as much as moving its letters.
 */
export function timestamp(value: Date | string): string {
  if (typeof value !== 'string' || !written.test(value)) return new Date(value).toISOString()
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
}

/** The object without its null and undefined fields: the interface leaves out what has no value. */
export function withoutNulls<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  ) as never
}
