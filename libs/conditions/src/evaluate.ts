import { type Ask, call } from './methods.ts'
import type { Each, Node, UnaryOperator } from './nodes.ts'
import { operate } from './operators.ts'
import { own, textOf, type Value } from './values.ts'

/** Work of one evaluation: a step for each node, item of a list and hundred characters of a text. */
const mostSteps = 10_000
/** Of a text that an expression makes. */
const mostCharacters = 10_000
const charactersOfStep = 100

/** An evaluation has done all the work that it may do. */
export class Exhausted extends Error {}

type Lookup = (name: string) => Value

/** What a node gives with these names. Throws Exhausted, and nothing else. */
export function evaluateNode(root: Node, lookup: Lookup): Value {
  let left = mostSteps
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
        return made(node.texts.map((text, index) => text + hole(node.holes[index], names)).join(''))
      case 'member':
        return own(run(node.of, names), run(node.key, names))
      case 'unary':
        return unary(node.operator, run(node.operand, names))
      case 'binary':
        return made(operate(node.operator, seen(run(node.left, names)), seen(run(node.right, names))))
      case 'logical':
        return logical(node, names)
      case 'choice':
        return run(run(node.test, names) ? node.holds : node.fails, names)
      case 'call': {
        const given = node.given.map((one) => seen(run(one, names)))
        return made(call(seen(run(node.of, names)), node.method, given, node.each && asking(node.each, names)))
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

  /** Pays for a value that is about to be looked through. */
  function seen(value: Value): Value {
    if (typeof value === 'string') spend(value.length / charactersOfStep)
    else if (Array.isArray(value)) spend(value.length)
    return value
  }

  /** Pays for a value that was made, before anything is made of it. */
  function made(value: Value): Value {
    if (typeof value === 'string' && value.length > mostCharacters) throw new Exhausted()
    return seen(value)
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
