import { LRUCache } from 'lru-cache'
import { ConditionError } from './condition-error.ts'
import type { Condition } from './condition-nodes.ts'
import { type Effort, Exhausted, evaluateNode, maxSteps } from './evaluate.ts'
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

/** Thrown when evaluations together exceed the effort that they were given. */
export class EffortExceeded extends Error {
  override readonly name = 'EffortExceeded'
}

/**
 * True if a condition is met. False for an invalid condition, for missing values, and if it takes too much work. Throws
 * EffortExceeded like `evaluate`.
 */
export const holds = (condition: string, context: Context, together?: Effort): boolean =>
  Boolean(evaluate(condition, context, together))

/**
 * Evaluates an expression. Returns undefined if it is invalid or takes too much work. Its steps, and one for each of its
 * characters, are taken from `together`; throws EffortExceeded once nothing is left there, and nothing else. The same
 * expressions always take the same steps, whether or not they are in the cache.
 */
export function evaluate(text: string, context: Context, together?: Effort): Value {
  if (together) spend(together, text.length)
  const condition = parsed(text)
  if (!condition) return undefined
  const effort = { left: maxSteps }
  let value: Value
  try {
    value = evaluateNode(condition.root, (name) => own(context, name), effort)
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error
  }
  if (together) spend(together, maxSteps - Math.max(0, effort.left))
  return value
}

function spend(effort: Effort, steps: number): void {
  effort.left -= steps
  if (effort.left < 0) throw new EffortExceeded('The conditions take more steps together than one reader may ask for')
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
