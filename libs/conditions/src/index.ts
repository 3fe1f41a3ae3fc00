export { type Context, evaluate, holds, reads } from './conditions.ts'
export { ConditionError } from './errors.ts'
export { checkCondition } from './parse.ts'
export { own, textOf, type Value } from './values.ts'
