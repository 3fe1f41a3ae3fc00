export { ConditionError } from './condition-error.ts'
export { type Context, evaluate, holds, reads } from './conditions.ts'
export { checkCondition } from './parse-condition.ts'
export { own, textOf, type Value } from './values.ts'
