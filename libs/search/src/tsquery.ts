import { parseQuery, type Query, type QueryOptions, type Term } from './query.ts'
import { quote } from './vector.ts'

/** `all` terms must be there, or `any` of them. */
type Match = 'all' | 'any'

/**
 * The text form of a `tsquery`: bind it and cast it, `vector @@ ${toQuery(text, …)}::tsquery`. Valid for any input;
 * empty, so matching nothing, where the text has no words.
 */
export function toQuery(text: string, options: QueryOptions & { match: Match }): string {
  return tsquery(parseQuery(text, options), options.match)
}

/** The same for a parsed query. */
function tsquery({ terms }: Query, match: Match): string {
  return terms.map(termQuery).join(match === 'all' ? ' & ' : ' | ')
}

/** A `tsquery` for one term: any of its alternatives, or all of its parts. */
export function termQuery(term: Term): string {
  const ways = term.alternatives.map(({ lexeme, prefix }) => quote(lexeme) + (prefix ? ':*' : ''))
  if (term.parts.length > 0) ways.push(`(${term.parts.map(termQuery).join(' & ')})`)
  return `(${ways.join(' | ')})`
}
