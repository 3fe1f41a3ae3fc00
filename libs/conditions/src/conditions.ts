import { LRUCache } from 'lru-cache'
import { ConditionError } from './errors.ts'
import { Exhausted, evaluateNode } from './evaluate.ts'
import type { Condition } from './nodes.ts'
import { checkCondition } from './parse.ts'
import { own, type Value } from './values.ts'

/** What a condition may read, by name: plain data such as `{ visitor: { claims: { plan: 'pro' } } }`. */
export type Context = Readonly<Record<string, Value>>

/** A parsed condition takes up to a hundred bytes for each of its characters. */
const keptCharacters = 200_000
/** A text that is no condition is kept as that: pages are read again and again. */
const kept = new LRUCache<string, Condition | 'none'>({
  maxSize: keptCharacters,
  sizeCalculation: (_, text) => text.length + 10,
})

/** Whether a condition is met. One that is none, reads what is not there, or asks for too much work is not. */
export const holds = (condition: string, context: Context): boolean => Boolean(evaluate(condition, context))

/** What an expression gives, undefined where it is none or asks for too much work. It never throws. */
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

/** Whether an expression reads the value of this name in its context. */
export const reads = (text: string, name: string): boolean => parsed(text)?.names.has(name) ?? false

function parsed(text: string): Condition | undefined {
  const found = kept.get(text) ?? parse(text)
  kept.set(text, found)
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
