import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'

/** A value of a dimension as SQL has it; null for events without one. */
export type Key = string | null

/** A property of events to group and filter by. */
export interface Dimension {
  /** Its name among the sums of days; undefined if there are none. */
  rolled: string | undefined
  /** The text of an event's value; `event` is the table of events. */
  key: RawBuilder<Key>
  /** True if events without a value are in no group: the published values have nothing for them. */
  leavesOut?: boolean
  /** The condition of those values that are groups, if some are none. */
  only?: (key: RawBuilder<unknown>) => RawBuilder<SqlBool>
  /** Converts a value of a filter to a key, and a key to a value of an answer. */
  toKey: (value: unknown) => Key
  fromKey: (key: Key) => unknown
  /** True if its keys are numbers, for comparisons. */
  isNumber?: boolean
  /** True if it names programs, whose events count only if a query names them. */
  isBots?: boolean
  /** True if it has so many values that sums are not split by site space. */
  isWide?: boolean
  /** Rows to join, for dimensions of which an event has several values. */
  join?: RawBuilder<unknown>
}

/** Texts without a character that could end a literal. */
const plain = /^[\w:.,/*+ -]*$/

/**
 * Returns a value as a literal, or as a parameter if it is not plain. These queries read a year in one case and a day in
 * the next: PostgreSQL has to plan each by its values, and would plan statements with parameters once for all.
 */
export const fixed = (value: string): RawBuilder<string> => (plain.test(value) ? raw.lit(value) : raw`${value}`)

export const asText = (value: unknown): Key => (value === null ? null : String(value))

/** Returns the dimension of a column whose null is a null of answers too. */
export const nullable = (name: string): Dimension => ({
  rolled: name,
  key: raw<Key>`event.${raw.ref(name)}`,
  toKey: asText,
  fromKey: (key) => key,
})

/** Marks a dimension of many values. */
export const wide = (dimension: Dimension): Dimension => ({ ...dimension, isWide: true })

/** The same, but an empty text stands for events without a value. */
export const emptied = (name: string): Dimension => ({
  ...nullable(name),
  toKey: (value) => (value === '' ? null : asText(value)),
  fromKey: (key) => key ?? '',
})

/** The same, but events without a value are left out. */
export const present = (name: string): Dimension => ({ ...nullable(name), leavesOut: true })
