import type { BinaryOperator, Each, Node, UnaryOperator } from './condition-nodes.ts'
import { type Ask, call } from './methods.ts'
import { isIn, isLess, isScalar, looselyEqual, own, textOf, type Value } from './values.ts'

/** Bounds the work of one evaluation: a step for each node, item of a list and hundred characters of a text. */
const maxSteps = 10_000
/** Bounds the length of a text that an expression creates. */
const maxCharacters = 10_000
const charactersOfStep = 100

/** Thrown by an evaluation that exceeds the allowed work. */
export class Exhausted extends Error {}

type Lookup = (name: string) => Value

/** Evaluates a node with the names of `lookup`. Throws only Exhausted. */
export function evaluateNode(root: Node, lookup: Lookup): Value {
  let left = maxSteps
  return run(root, lookup)

  function run(node: Node, names: Lookup): Value {
    spend(1)
    switch (node.kind) {
      case 'value':
        return node.value
      case 'name':
        return names(node.name)
      case 'list':
        return node.items.map((item) => run(item, names))
      case 'template':
        return chargeResult(node.texts.map((text, index) => text + hole(node.holes[index], names)).join(''))
      case 'member':
        return own(run(node.of, names), run(node.key, names))
      case 'unary':
        return unary(node.operator, run(node.operand, names))
      case 'binary':
        return chargeResult(operate(node.operator, charge(run(node.left, names)), charge(run(node.right, names))))
      case 'logical':
        return logical(node, names)
      case 'choice':
        return run(run(node.test, names) ? node.holds : node.fails, names)
      case 'call': {
        const given = node.given.map((one) => charge(run(one, names)))
        return chargeResult(
          call(charge(run(node.of, names)), node.method, given, node.each && asking(node.each, names)),
        )
      }
    }
  }

  function logical({ operator, left, right }: Extract<Node, { kind: 'logical' }>, names: Lookup): Value {
    const first = run(left, names)
    if (operator === '??') return first ?? run(right, names)
    return Boolean(first) === (operator === '||') ? first : run(right, names)
  }

  function asking({ names: [item, index], body }: Each, outer: Lookup): Ask {
    return (value, at) => run(body, (name) => (name === item ? value : name === index ? at : outer(name)))
  }

  function hole(node: Node | undefined, names: Lookup): string {
    return node ? textOf(run(node, names)) : ''
  }

  /** Charges steps for a value that is about to be searched. */
  function charge(value: Value): Value {
    if (typeof value === 'string') spend(value.length / charactersOfStep)
    else if (Array.isArray(value)) spend(value.length)
    return value
  }

  /** Charges steps for a created value, before it is used. */
  function chargeResult(value: Value): Value {
    if (typeof value === 'string' && value.length > maxCharacters) throw new Exhausted()
    return charge(value)
  }

  function spend(steps: number): void {
    left -= steps
    if (left < 0) throw new Exhausted()
  }
}

function unary(operator: UnaryOperator, value: Value): Value {
  switch (operator) {
    case '!':
      return !value
    case 'typeof':
      return typeof value
    case '-':
      return typeof value === 'number' ? -value : undefined
    case '+':
      return isNumeric(value) ? Number(value) : undefined
  }
}

const isNumeric = (value: Value) => typeof value === 'number' || typeof value === 'string'

/** Applies an operator to two values. Returns undefined, or false, for types that the operator does not support. */
function operate(operator: BinaryOperator, left: Value, right: Value): Value {
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
