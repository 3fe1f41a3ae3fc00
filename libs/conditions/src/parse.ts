import { type Expression, type Program, parse } from 'acorn'
import { ConditionError } from './errors.ts'
import type { Condition } from './nodes.ts'
import { readNode } from './read.ts'

const mostCharacters = 1024

/**
 * Reads a condition: an expression of JavaScript, of the kinds that `Node` names (docs/interface.md#conditions). Throws
 * ConditionError, with the place of what is wrong.
 */
export function checkCondition(text: string): Condition {
  const refuse = (reason: string, offset: number): never => {
    throw new ConditionError(reason, text, offset)
  }
  if (text.length > mostCharacters)
    refuse(`must have at most ${mostCharacters} characters: there are more`, mostCharacters)
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
    if (isPlaced(error)) return refuse(error.message.replace(/ \(\d+:\d+\)$/, ''), error.pos)
    // The parser calls itself for each level, so that only what is far too deep ends its stack.
    if (error instanceof RangeError) return refuse('this is nested too deeply', 0)
    throw error
  }
}

const isPlaced = (error: unknown): error is SyntaxError & { pos: number } =>
  error instanceof SyntaxError && 'pos' in error && typeof error.pos === 'number'
