import type { AnyNode, ArrowFunctionExpression, CallExpression, Literal, MemberExpression } from 'acorn'
import { binaryOperators, type Each, type Node, unaryOperators } from './condition-nodes.ts'
import { isMethod, isOfEach } from './methods.ts'

/** Bounds the nesting of an expression, parentheses included. */
const maxDepth = 200

interface Reading {
  refuse(reason: string, offset: number): never
  /** Collects the names that the expression reads from the context. */
  names: Set<string>
  /** Parameter names of the functions around the node. */
  inner: readonly string[]
  depth: number
}

const refusals: { [Type in AnyNode['type']]?: string } = {
  AssignmentExpression: 'nothing can be assigned: compare with == or ===',
  ArrowFunctionExpression: 'a function can only be given to some, every, find, filter and map',
  FunctionExpression: 'functions are written as one => one === "a"',
  ObjectExpression: 'objects cannot be written',
}

/** Converts a node of the parser. Refuses unknown kinds with their position. */
export function readNode(node: AnyNode, outer: Reading): Node {
  const reading = { ...outer, depth: outer.depth + 1 }
  const { refuse } = reading
  if (reading.depth > maxDepth) return refuse('this is nested too deeply', node.start)
  const read = (one: AnyNode) => readNode(one, reading)
  const unknown = (operator: string) => refuse(`the operator ${operator} is not known`, node.start)
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return read(node.expression)
    case 'Literal':
      return readLiteral(node, reading)
    case 'Identifier':
      if (!reading.inner.includes(node.name)) reading.names.add(node.name)
      return { kind: 'name', name: node.name }
    case 'ArrayExpression':
      return {
        kind: 'list',
        items: node.elements.map((one) => (one ? read(one) : refuse('an item is missing', node.start))),
      }
    case 'TemplateLiteral':
      return {
        kind: 'template',
        texts: node.quasis.map(({ value }) => value.cooked ?? ''),
        holes: node.expressions.map(read),
      }
    case 'MemberExpression':
      return { kind: 'member', of: read(node.object), key: readKey(node, read) }
    case 'UnaryExpression': {
      const operator = unaryOperators.find((one) => one === node.operator) ?? unknown(node.operator)
      return { kind: 'unary', operator, operand: read(node.argument) }
    }
    case 'BinaryExpression': {
      const operator = binaryOperators.find((one) => one === node.operator) ?? unknown(node.operator)
      return { kind: 'binary', operator, left: read(node.left), right: read(node.right) }
    }
    case 'LogicalExpression':
      return { kind: 'logical', operator: node.operator, left: read(node.left), right: read(node.right) }
    case 'ConditionalExpression':
      return { kind: 'choice', test: read(node.test), holds: read(node.consequent), fails: read(node.alternate) }
    case 'CallExpression':
      return readCall(node, reading)
    default:
      return refuse(refusals[node.type] ?? 'this cannot be part of a condition', node.start)
  }
}

function readLiteral({ value, regex, start }: Literal, { refuse }: Reading): Node {
  const isNull = value === null && regex === undefined
  if (isNull || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'value', value }
  return refuse('only texts, numbers, lists, true, false and null can be written', start)
}

function readKey({ property, computed }: MemberExpression, read: (node: AnyNode) => Node): Node {
  return !computed && property.type === 'Identifier' ? { kind: 'value', value: property.name } : read(property)
}

function readCall({ callee, arguments: given, start }: CallExpression, reading: Reading): Node {
  const { refuse } = reading
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return refuse('only methods of texts and lists can be called', start)
  const { property, object } = callee
  const method = isMethod(property.name) ? property.name : refuse(`there is no method ${property.name}`, property.start)
  const [first, second, more] = given
  if (more) return refuse(`${method} takes fewer arguments`, more.start)
  const of = readNode(object, reading)
  if (!isOfEach(method)) return { kind: 'call', of, method, given: given.map((one) => readNode(one, reading)) }
  if (first?.type !== 'ArrowFunctionExpression' || second)
    return refuse(`${method} takes a function, such as one => one === "a"`, first?.start ?? start)
  return { kind: 'call', of, method, given: [], each: readEach(first, reading) }
}

/** Converts a function of one expression over an item and its position in the list. */
function readEach({ params, body, async, start }: ArrowFunctionExpression, reading: Reading): Each {
  const { refuse } = reading
  if (async || body.type === 'BlockStatement') return refuse('a function must be one expression', start)
  const names = params.map((one) => (one.type === 'Identifier' ? one.name : refuse('must be a name', one.start)))
  if (names.length > 2) return refuse('a function takes an item and its place only', start)
  return { names, body: readNode(body, { ...reading, inner: [...reading.inner, ...names] }) }
}
