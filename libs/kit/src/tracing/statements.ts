import type { SpanAttributes } from './active-span.ts'

/** The length up to which a trace has the text of a statement. */
const maxTextLength = 2000

const writes = /^\s*(insert into|update|delete from)\s+"?(\w+)/i
const firstWord = /^\s*(\w+)/
/** Literals, of which the last may be cut. */
const literals = /'(?:[^']|'')*(?:'|$)|(?<![$\w])\d+(?:\.\d+)?\b/g

/** Names a statement for a trace: its verb, and the table that it writes to. */
export function nameOfStatement(sql: string): string {
  const [, verb, table] = writes.exec(sql) ?? []
  if (verb !== undefined) return `${verb.split(' ')[0]?.toLowerCase()} ${table}`
  return firstWord.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
}

/**
 * The attributes of a statement. Values never get into a trace: the text is left out unless the values are parameters,
 * since the mapper writes them into the text, and literals are masked in any case.
 */
export function attributesOfStatement(sql: string, parameters: readonly unknown[]): SpanAttributes {
  const text = sql.slice(0, maxTextLength).replaceAll(literals, '?')
  return { 'db.system.name': 'postgresql', ...(parameters.length > 0 && { 'db.query.text': text }) }
}
