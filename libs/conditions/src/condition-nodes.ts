import type { Method } from './methods.ts'

export const unaryOperators = ['!', '-', '+', 'typeof'] as const
export const binaryOperators = [
  ...(['===', '!==', '==', '!=', '<', '<=', '>', '>='] as const),
  ...(['+', '-', '*', '/', '%', 'in'] as const),
] as const
export type UnaryOperator = (typeof unaryOperators)[number]
export type BinaryOperator = (typeof binaryOperators)[number]

/** A node of a parsed condition. Only kinds that `evaluateNode` knows exist, so that nothing else can run. */
export type Node =
  | { kind: 'value'; value: string | number | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'list'; items: Node[] }
  /** A text with holes; there is one more of `texts` than of `holes`. */
  | { kind: 'template'; texts: string[]; holes: Node[] }
  | { kind: 'member'; of: Node; key: Node }
  | { kind: 'unary'; operator: UnaryOperator; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'logical'; operator: '&&' | '||' | '??'; left: Node; right: Node }
  | { kind: 'choice'; test: Node; holds: Node; fails: Node }
  | { kind: 'call'; of: Node; method: Method; given: Node[]; each?: Each }

/** The function that is evaluated for each item of a list. */
export interface Each {
  names: string[]
  body: Node
}

export interface Condition {
  root: Node
  /** The names that the condition reads from its context, such as `visitor`. */
  names: ReadonlySet<string>
}
