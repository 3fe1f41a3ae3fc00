import type { BinaryOperator, Each, Node, UnaryOperator } from './condition-nodes.ts'
import { type Ask, call, lengthJoined } from './methods.ts'
import { isIn, isLess, isList, isScalar, looselyEqual, own, textOf, type Value } from './values.ts'

/** Bounds the work of one evaluation: a step for each node, item of a list and hundred characters of a text. */
export const maxSteps = 10_000
/** Bounds the length of a text that an expression creates. */
const maxCharacters = 10_000
const charactersOfStep = 100

/** Thrown by an evaluation that exceeds the allowed work. */
export class Exhausted extends Error {}

type Lookup = (name: string) => Value

/** A number of steps that is left for evaluations. */
export interface Effort {
  left: number
}

/** Evaluates a node with the names of `lookup`, and takes its steps from `effort`. Throws only Exhausted. */
export function evaluateNode(root: Node, lookup: Lookup, effort: Effort): Value {
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
        return template(node, names)
      case 'member':
        return own(run(node.of, names), run(node.key, names))
      case 'unary':
        return unary(node.operator, charge(run(node.operand, names)))
      case 'binary':
        return chargeResult(operate(node.operator, charge(run(node.left, names)), charge(run(node.right, names))))
      case 'logical':
        return logical(node, names)
      case 'choice':
        return run(run(node.test, names) ? node.holds : node.fails, names)
      case 'call': {
        const given = node.given.map((one) => charge(run(one, names)))
        const of = charge(run(node.of, names))
        if (node.method === 'join' && isList(of)) chargeText(lengthJoined(of, given))
        return chargeResult(call(of, node.method, given, node.each && asking(node.each, names)))
      }
    }
  }

  function template({ texts, holes }: Extract<Node, { kind: 'template' }>, names: Lookup): string {
    const parts = texts.flatMap((text, index) => [text, hole(holes[index], names)])
    chargeText(parts.reduce((sum, { length }) => sum + length, 0))
    return parts.join('')
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

  /** Charges steps for a value that is about to be searched: a list may be compared with the texts in it. */
  function charge(value: Value): Value {
    if (typeof value === 'string') spend(value.length / charactersOfStep)
    else if (isList(value)) {
      spend(value.length)
      spend(value.reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0) / charactersOfStep)
    }
    return value
  }

  /** Charges steps for a created value, before it is used. */
  function chargeResult(value: Value): Value {
    if (typeof value === 'string' && value.length > maxCharacters) throw new Exhausted()
    return charge(value)
  }

  /** Charges steps for a text of this length, before it is created. */
  function chargeText(length: number): void {
    if (length > maxCharacters) throw new Exhausted()
    spend(length / charactersOfStep)
  }

  function spend(steps: number): void {
    effort.left -= steps
    if (effort.left < 0) throw new Exhausted()
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
