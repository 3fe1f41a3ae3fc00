import { isList, textOf, type Value } from './values.ts'

/** Evaluates the function given to `some` and similar methods for an item of a list. */
export type Ask = (item: Value, index: number) => Value

/** Methods of texts. Each does the same as its JavaScript namesake, but returns undefined for arguments of other types. */
const ofTexts = {
  includes: (text, [part]) => typeof part === 'string' && text.includes(part),
  startsWith: (text, [part]) => typeof part === 'string' && text.startsWith(part),
  endsWith: (text, [part]) => typeof part === 'string' && text.endsWith(part),
  indexOf: (text, [part]) => (typeof part === 'string' ? text.indexOf(part) : undefined),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  slice: (text, [from, to]) => text.slice(numberOf(from), numberOf(to)),
  split: (text, [separator]) => (typeof separator === 'string' ? text.split(separator) : undefined),
} satisfies Record<string, (text: string, given: readonly Value[]) => Value>

const ofLists = {
  includes: (list, [item]) => list.includes(item),
  indexOf: (list, [item]) => list.indexOf(item),
  slice: (list, [from, to]) => list.slice(numberOf(from), numberOf(to)),
  join: (list, [separator]) => list.map(textOf).join(separatorOf(separator)),
} satisfies Record<string, (list: readonly Value[], given: readonly Value[]) => Value>

const ofEach = {
  some: (list, ask) => list.some((item, index) => ask(item, index)),
  every: (list, ask) => list.every((item, index) => ask(item, index)),
  find: (list, ask) => list.find((item, index) => ask(item, index)),
  filter: (list, ask) => list.filter((item, index) => ask(item, index)),
  map: (list, ask) => list.map(ask),
} satisfies Record<string, (list: readonly Value[], ask: Ask) => Value>

type MethodOfEach = keyof typeof ofEach
export type Method = keyof typeof ofTexts | keyof typeof ofLists | MethodOfEach

export const isMethod = (name: string): name is Method =>
  [ofTexts, ofLists, ofEach].some((of) => Object.hasOwn(of, name))
/** True if the method takes a function. */
export const isOfEach = (name: Method): name is MethodOfEach => Object.hasOwn(ofEach, name)

/** Calls a method; undefined if the value has no method of this name. */
export function call(value: Value, method: Method, given: readonly Value[], ask: Ask | undefined): Value {
  if (typeof value === 'string') return has(ofTexts, method) ? ofTexts[method](value, given) : undefined
  if (!isList(value)) return undefined
  if (isOfEach(method)) return ask ? ofEach[method](value, ask) : undefined
  return has(ofLists, method) ? ofLists[method](value, given) : undefined
}

const separatorOf = (given: Value) => (given === undefined ? ',' : textOf(given))

/** Returns the length of the text that `join` creates. */
export const lengthJoined = (list: readonly Value[], [separator]: readonly Value[]): number =>
  list.reduce<number>((sum, one) => sum + textOf(one).length, separatorOf(separator).length * (list.length - 1))

const has = <T extends object>(methods: T, name: PropertyKey): name is keyof T => Object.hasOwn(methods, name)

const numberOf = (value: Value) => (typeof value === 'number' ? value : undefined)
