import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { analyse } from './analyse.ts'
import { inHeadings, inTitle } from './lexemes.ts'
import { everyTerm, type Query, type Term, withSpellings } from './query.ts'
import { type Evidence, rarity, type Statistics } from './rank.ts'
import { termQuery } from './tsquery.ts'
import { type Posting, quote, type Weight } from './vector.ts'

/** Where to search: a table or subquery with one row for each page or section. */
export interface Source {
  /** What follows `from`. */
  from: Expression<unknown>
  /** The row's id, text; unique within `where`. */
  id: Expression<string>
  /** Its `tsvector`, made by `vector()`, under a GIN index. */
  vector: Expression<unknown>
  title: Expression<string>
  /** The rows the caller may see: permission is decided here, before anything is ranked. */
  where: Expression<SqlBool>
}

/** Counting stops here: a term with more rows is common. */
const countedRows = 10_000

/** One row: how many rows there are, and how many hold each of the query's terms and their parts. */
export function termCounts(source: Source, query: Query): RawBuilder<Record<string, string | number>> {
  const counts = everyTerm(query).map(
    (term, index) => sql`(${countOf(source, matches(source, termQuery(term)))}) as ${sql.ref(`term_${index}`)}`,
  )
  return sql`select ${sql.join([sql`(${countOf(source, sql`true`)}) as documents`, ...counts])}`
}

function countOf({ from, where }: Source, condition: Expression<unknown>): RawBuilder<unknown> {
  return sql`select count(*)::int from (select 1 from ${from} where ${where} and ${condition} limit ${countedRows}) as found`
}

/**
 * In a subquery the planner does not know the term and takes the GIN index. If it knew that a word is common, it would
 * read every row's vector instead, which is a hundred times slower.
 */
function matches({ vector }: Source, tsquery: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${vector} @@ (select ${tsquery}::tsquery)`
}

/** The answer of `termCounts`. */
export function statisticsOf(query: Query, row: Record<string, string | number> | undefined): Statistics {
  const found = everyTerm(query).map((term, index): [string, number] => [
    term.text,
    Number(row?.[`term_${index}`] ?? 0),
  ])
  return { documents: Number(row?.documents ?? 0), found: new Map(found) }
}

/** The query with terms that nothing holds replaced by what may have been meant. */
export function respell(query: Query, { found }: Statistics): Query {
  return { terms: query.terms.map((term) => (found.get(term.text) ? term : withSpellings(term))) }
}

/** A candidate as the database answers it. */
interface CandidateRow {
  id: string
  title: string
  size: number
  hits: { lexeme: string; positions: number[] | null; weights: Weight[] | null }[] | null
  /** Its place by the worth of its terms alone, from 1. */
  place: number
}

/** To read a row's vector is expensive: only this many of the chosen rows are ranked by what is in it. */
export const vectorsRead = 100

/**
 * The `limit` rows that hold the rarest terms of the query, in title and headings above all. The first of them come
 * with the places of the query's lexemes. Only their vectors are read; the choice is made from the GIN index.
 */
export function candidates(
  source: Source,
  query: Query,
  statistics: Statistics,
  limit = 100,
): RawBuilder<CandidateRow> {
  const { from, id, vector, title, where } = source
  const branches = tellingTerms(query, statistics).flatMap((term) => branchesOf(source, term, statistics))
  if (branches.length === 0) return sql`select null as id where false`
  return sql<CandidateRow>`
    with best as materialized (
      select id, (row_number() over (order by sum(worth) desc, id))::int as place
      from (${sql.join(branches, sql` union all `)}) as branch
      group by id order by place limit ${limit}
    )
    select ${id} as id, ${title} as title, best.place,
      case when best.place <= ${vectorsRead} then length(${vector}) else 0 end as size,
      case when best.place <= ${vectorsRead} then (
        select json_agg(json_build_object('lexeme', lexeme, 'positions', positions, 'weights', weights))
        from unnest(${vector}) where ${isAsked(query)}
      ) end as hits
    from ${from} join best on best.id = ${id} where ${where} order by best.place`
}

/** The terms to choose rows by. A word that most rows hold is used only where no other word is found at all. */
function tellingTerms({ terms }: Query, { documents, found }: Statistics): Term[] {
  const foundIn = ({ text }: Term) => found.get(text) ?? 0
  const telling = terms.filter((term) => foundIn(term) * 2 <= documents)
  return telling.some((term) => foundIn(term) > 0) ? telling : terms
}

function branchesOf(source: Source, term: Term, { documents, found }: Statistics): RawBuilder<unknown>[] {
  const { from, id, where } = source
  const worth = rarity(found.get(term.text) ?? 0, documents)
  const words = [term, ...term.parts].map(({ text }) => text)
  const branch = (condition: string, share: number) =>
    sql`(select ${id} as id, ${worth * share}::float8 as worth from ${from}
      where ${where} and ${matches(source, condition)})`
  const anywhere = (mark: (word: string) => string) => words.map((word) => quote(mark(word))).join(' & ')
  return [branch(termQuery(term), 1), branch(anywhere(inHeadings), 0.5), branch(anywhere(inTitle), 1)]
}

function isAsked(query: Query): RawBuilder<SqlBool> {
  const asked = everyTerm(query).flatMap(({ alternatives }) => alternatives)
  const exact = [...new Set(asked.map(({ lexeme }) => lexeme))]
  const prefixes = [...new Set(asked.filter(({ prefix }) => prefix).map(({ lexeme }) => lexeme))]
  const begins = prefixes.map((prefix) => sql` or lexeme ^@ ${prefix}`)
  return sql<SqlBool>`(lexeme = any(${exact}::text[])${sql.join(begins, sql``)})`
}

/** What ranking needs of a candidate row. */
export function evidenceOf({ title, size, hits }: CandidateRow): Evidence {
  const lexemes = new Map<string, Posting>()
  for (const { lexeme, positions, weights } of hits ?? []) {
    lexemes.set(lexeme, { positions: positions ?? [], weights: weights ?? [] })
  }
  const last = analyse(title).at(-1)
  return { lexemes, size, titleSize: last ? last.position + 1 : 0 }
}
