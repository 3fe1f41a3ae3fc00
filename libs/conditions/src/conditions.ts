import { LRUCache } from 'lru-cache'
import { ConditionError } from './condition-error.ts'
import type { Condition } from './condition-nodes.ts'
import { Exhausted, evaluateNode } from './evaluate.ts'
import { checkCondition } from './parse-condition.ts'
import { own, type Value } from './values.ts'

/** The values that a condition may read, by name: plain data such as `{ visitor: { claims: { plan: 'pro' } } }`. */
export type Context = Readonly<Record<string, Value>>

const maxConditionBytes = 10_000_000
/** A parsed condition takes up to this for each of its characters. */
const bytesPerCharacter = 100
/** Caches parsed conditions, and texts that are not conditions too: the same pages are rendered again and again. */
const cache = new LRUCache<string, Condition | 'none'>({
  maxSize: maxConditionBytes,
  sizeCalculation: (_, text) => bytesPerCharacter * (text.length + 10),
})

/** True if a condition is met. False for an invalid condition, for missing values, and if it takes too much work. */
export const holds = (condition: string, context: Context): boolean => Boolean(evaluate(condition, context))

/** Evaluates an expression. Returns undefined if it is invalid or takes too much work; never throws. */
export function evaluate(text: string, context: Context): Value {
  const condition = parsed(text)
  if (!condition) return undefined
  try {
    return evaluateNode(condition.root, (name) => own(context, name))
  } catch (error) {
    if (error instanceof Exhausted) return undefined
    throw error
  }
}

/** True if an expression reads the value of this name in its context. */
export const reads = (text: string, name: string): boolean => parsed(text)?.names.has(name) ?? false

function parsed(text: string): Condition | undefined {
  const found = cache.get(text) ?? parse(text)
  cache.set(text, found)
  return found === 'none' ? undefined : found
}

function parse(text: string): Condition | 'none' {
  try {
    return checkCondition(text)
  } catch (error) {
    if (error instanceof ConditionError) return 'none'
    throw error
  }
}
