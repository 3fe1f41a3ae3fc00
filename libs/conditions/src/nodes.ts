import type { Method } from './methods.ts'

export const unaryOperators = ['!', '-', '+', 'typeof'] as const
export const binaryOperators = [
  ...(['===', '!==', '==', '!=', '<', '<=', '>', '>='] as const),
  ...(['+', '-', '*', '/', '%', 'in'] as const),
] as const
export type UnaryOperator = (typeof unaryOperators)[number]
export type BinaryOperator = (typeof binaryOperators)[number]

/** A condition that was read: nothing but what `evaluateNode` knows, so that nothing else can be run. */
export type Node =
  | { kind: 'value'; value: string | number | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'list'; items: Node[] }
  /** A text with holes: one more of `texts` than of `holes`. */
  | { kind: 'template'; texts: string[]; holes: Node[] }
  | { kind: 'member'; of: Node; key: Node }
  | { kind: 'unary'; operator: UnaryOperator; operand: Node }
  | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
  | { kind: 'logical'; operator: '&&' | '||' | '??'; left: Node; right: Node }
  | { kind: 'choice'; test: Node; holds: Node; fails: Node }
  | { kind: 'call'; of: Node; method: Method; given: Node[]; each?: Each }

/** What is asked of each item of a list. */
export interface Each {
  names: string[]
  body: Node
}

export interface Condition {
  root: Node
  /** The names that it reads from its context, such as `visitor`. */
  names: ReadonlySet<string>
}
