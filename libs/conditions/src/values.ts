/** Plain data: what JSON can say, and nothing. */
export type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value }

/** A property that the value has itself. What it inherits, computes or can do is not there. */
export function own(value: Value, key: Value): Value {
  if (value === null || value === undefined || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  const found: unknown = Object.getOwnPropertyDescriptor(Object(value), key)?.value
  return isPlain(found) ? found : undefined
}

const plainTypes = new Set(['string', 'number', 'boolean', 'object'])
const isPlain = (value: unknown): value is Value => plainTypes.has(typeof value)

/** Whether a value is in a list, or an object has a property of this name itself. */
export function isIn(value: Value, place: Value): boolean {
  if (isList(place)) return place.includes(value)
  if (typeof place !== 'object' || place === null || typeof value !== 'string') return false
  return Object.hasOwn(place, value)
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

/** As `==`: texts, numbers and booleans are compared by number where their types differ; nothing equals nothing only. */
export function looselyEqual(left: Value, right: Value): boolean {
  if (left === null || left === undefined) return right === null || right === undefined
  if (typeof left === typeof right || !isScalar(left) || !isScalar(right)) return left === right
  return Number(left) === Number(right)
}

/** `<` of texts by their letters, else of numbers, as which texts are read beside them; false of anything else. */
export function isLess(left: Value, right: Value): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left < right
  return isOrdered(left) && isOrdered(right) && Number(left) < Number(right)
}

const isOrdered = (value: Value) => typeof value === 'string' || typeof value === 'number'

export const isScalar = (value: Value): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A value as readers see it: nothing where it is no text, number or boolean. */
export function textOf(value: Value): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return ''
  return isScalar(value) ? String(value) : ''
}
