import type { BinaryOperator } from './condition-nodes.ts'
import { isIn, isLess, isScalar, looselyEqual, textOf, type Value } from './values.ts'

/** Applies an operator to two values. Returns undefined, or false, for types that the operator does not support. */
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

/** True if `<=` considers the values equal: values that `<` cannot compare never are. */
const areLevel = (left: Value, right: Value) =>
  typeof left !== 'boolean' &&
  typeof right !== 'boolean' &&
  isScalar(left) &&
  isScalar(right) &&
  looselyEqual(left, right)

/** Joins a text with another value; a missing value is empty. */
function joined(left: Value, right: Value): Value {
  if (typeof left !== 'string' && typeof right !== 'string') return undefined
  return textOf(left) + textOf(right)
}

function calculate(operator: '-' | '*' | '/' | '%', left: number, right: number): number {
  if (operator === '-') return left - right
  if (operator === '*') return left * right
  return operator === '/' ? left / right : left % right
}
