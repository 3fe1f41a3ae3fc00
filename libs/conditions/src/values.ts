/** Plain data: a JSON value or undefined. */
export type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value }

/** Returns an own property of the value. Inherited properties, getters and functions do not exist. */
export function own(value: Value, key: Value): Value {
  if (value === null || value === undefined || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  const found: unknown = Object.getOwnPropertyDescriptor(Object(value), key)?.value
  return isPlain(found) ? found : undefined
}

const plainTypes = new Set(['string', 'number', 'boolean', 'object'])
const isPlain = (value: unknown): value is Value => plainTypes.has(typeof value)

/** True if a value is in a list, or an object has an own property of this name. */
export function isIn(value: Value, container: Value): boolean {
  if (isList(container)) return container.includes(value)
  if (typeof container !== 'object' || container === null || typeof value !== 'string') return false
  return Object.hasOwn(container, value)
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

/** Compares like `==`: texts, numbers and booleans of different types by number; null and undefined equal only each other. */
export function looselyEqual(left: Value, right: Value): boolean {
  if (left === null || left === undefined) return right === null || right === undefined
  if (typeof left === typeof right || !isScalar(left) || !isScalar(right)) return left === right
  return Number(left) === Number(right)
}

/** Compares like `<`: two texts by their characters, a text and a number by number; false for other types. */
export function isLess(left: Value, right: Value): boolean {
  if (typeof left === 'string' && typeof right === 'string') return left < right
  return isOrdered(left) && isOrdered(right) && Number(left) < Number(right)
}

const isOrdered = (value: Value) => typeof value === 'string' || typeof value === 'number'

export const isScalar = (value: Value): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Returns a value as text; empty unless it is a text, number or boolean. */
export function textOf(value: Value): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return ''
  return isScalar(value) ? String(value) : ''
}
