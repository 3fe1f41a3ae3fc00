import type { BinaryOperator } from './nodes.ts'
import { isIn, isLess, isScalar, looselyEqual, textOf, type Value } from './values.ts'

/** What an operator gives of two values; nothing, or false, of types that it is not for. */
export function operate(operator: BinaryOperator, left: Value, right: Value): Value {
  switch (operator) {
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '==':
      return looselyEqual(left, right)
    case '!=':
      return !looselyEqual(left, right)
    case '<':
      return isLess(left, right)
    case '>':
      return isLess(right, left)
    case '<=':
      return isLess(left, right) || areLevel(left, right)
    case '>=':
      return isLess(right, left) || areLevel(left, right)
    case 'in':
      return isIn(left, right)
    case '+':
      return typeof left === 'number' && typeof right === 'number' ? left + right : joined(left, right)
    default:
      return typeof left === 'number' && typeof right === 'number' ? calculate(operator, left, right) : undefined
  }
}

/** Two that `<=` takes for equal: what `<` cannot compare is not. */
const areLevel = (left: Value, right: Value) =>
  typeof left !== 'boolean' &&
  typeof right !== 'boolean' &&
  isScalar(left) &&
  isScalar(right) &&
  looselyEqual(left, right)

/** A text with what follows it, or is before it; what is missing is empty. */
function joined(left: Value, right: Value): Value {
  if (typeof left !== 'string' && typeof right !== 'string') return undefined
  return textOf(left) + textOf(right)
}

function calculate(operator: '-' | '*' | '/' | '%', left: number, right: number): number {
  if (operator === '-') return left - right
  if (operator === '*') return left * right
  return operator === '/' ? left / right : left % right
}
