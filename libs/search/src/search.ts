import type { QueryExecutorProvider } from 'kysely'
import { parseQuery, type QueryOptions } from './query.ts'
import { type RankedCandidate, rank } from './rank.ts'
import { candidates, evidenceOf, respell, type Source, statisticsOf, termCounts, vectorsRead } from './select.ts'

interface SearchOptions extends QueryOptions {
  /** Rows that are ranked, and so the most that are found; absent means 100. */
  candidates?: number
  /** `all-first`: rows with every term before the others, as for a search; `best-first`, as for a question. */
  order?: 'all-first' | 'best-first'
}

/** A row that was found. */
interface FoundRow {
  id: string
  title: string
}

/**
 * Searches the rows of a source: the best match first, none for a text without words. Words that no row holds are
 * taken for misspelt titles and headings. Two statements; run them in one transaction for one state of the data.
 */
export async function search(
  db: QueryExecutorProvider,
  source: Source,
  text: string,
  options: SearchOptions = {},
): Promise<RankedCandidate<FoundRow>[]> {
  const asked = parseQuery(text, options)
  if (asked.terms.length === 0) return []
  const { rows: counts } = await termCounts(source, asked).execute(db)
  const statistics = statisticsOf(asked, counts[0])
  const query = respell(asked, statistics)
  const { rows } = await candidates(source, query, statistics, options.candidates).execute(db)
  const read = rows.filter((row) => row.place <= vectorsRead)
  const rest = rows.filter((row) => row.place > vectorsRead)
  const ranked = rank(query, statistics, read, evidenceOf).map((one) => ({ ...one, candidate: found(one.candidate) }))
  return [...(options.order === 'best-first' ? ranked : allFirst(ranked)), ...rest.map(unread)]
}

/** A row beyond those that are ranked: it keeps the place that its terms gave it. */
const unread = (row: FoundRow): RankedCandidate<FoundRow> => ({
  candidate: found(row),
  score: 0,
  coverage: 0,
  complete: false,
})

function found({ id, title }: FoundRow): FoundRow {
  return { id, title }
}

/** `all` counts terms, not their worth: a row that holds a term's stem holds the term. */
function allFirst<T>(ranked: RankedCandidate<T>[]): RankedCandidate<T>[] {
  return [...ranked.filter(({ complete }) => complete), ...ranked.filter(({ complete }) => !complete)]
}
