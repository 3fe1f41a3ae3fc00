import { type Expression, type Program, parse } from 'acorn'
import { ConditionError } from './condition-error.ts'
import type { Condition } from './condition-nodes.ts'
import { readNode } from './read-node.ts'

const maxCharacters = 1024

/**
 * Parses a condition: a JavaScript expression of the kinds that `Node` names (docs/interface.md#conditions). Throws
 * ConditionError with the position of the error.
 */
export function checkCondition(text: string): Condition {
  const refuse = (reason: string, offset: number): never => {
    throw new ConditionError(reason, text, offset)
  }
  if (text.length > maxCharacters)
    refuse(`must have at most ${maxCharacters} characters: there are more`, maxCharacters)
  const names = new Set<string>()
  const root = readNode(expressionOf(text, refuse), { refuse, names, inner: [], depth: 0 })
  return { root, names }
}

function expressionOf(text: string, refuse: (reason: string, offset: number) => never): Expression {
  const { body } = programOf(text, refuse)
  const [statement, next] = body
  if (statement?.type !== 'ExpressionStatement') return refuse('must be an expression', statement?.start ?? 0)
  return next ? refuse('must be one expression only', next.start) : statement.expression
}

function programOf(text: string, refuse: (reason: string, offset: number) => never): Program {
  try {
    return parse(text, { ecmaVersion: 2022, preserveParens: true })
  } catch (error) {
    if (hasPosition(error)) return refuse(error.message.replace(/ \(\d+:\d+\)$/, ''), error.pos)
    // The parser recurses for each level, so only an expression that is far too deep exhausts the stack.
    if (error instanceof RangeError) return refuse('this is nested too deeply', 0)
    throw error
  }
}

const hasPosition = (error: unknown): error is SyntaxError & { pos: number } =>
  error instanceof SyntaxError && 'pos' in error && typeof error.pos === 'number'
