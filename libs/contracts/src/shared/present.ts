/** A database timestamp as the interface writes it: ISO 8601, UTC, milliseconds. */
export const timestamp = (value: Date | string): string => new Date(value).toISOString()

/** The object without its null and undefined fields: the interface leaves out what has no value. */
export function withoutNulls<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  ) as never
}
