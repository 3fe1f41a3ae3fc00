import { type PageVersion, phraseKeys, type Related, type SearchIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { IndexingParser } from '../indexing/store-pages.ts'
import { answerable, type Reader } from '../readers/reader.ts'
import { maxPhrases, type PhraseRow, relatedOf, visiblePhrases } from '../related/related-phrases.ts'
import {
  type CandidateSection,
  candidateSections,
  isSamePage,
  orderByRelevance,
  pagesCompared,
  pagesRead,
  readStoredPages,
  searchRequest,
} from './candidate-sections.ts'
import { type Meaning, orderByMeaning } from './order-by-meaning.ts'
import { findVisiblePages } from './visible-pages.ts'

export type { CandidateSection } from './candidate-sections.ts'

/** The sections found for a question, the best first, and phrases related to its words. */
interface RetrievedSections {
  sections: CandidateSection[]
  related: Related[]
}

interface RetrievalParts {
  sql: Sql
  index: SearchIndex
  /** Absent if words alone decide. */
  meaning?: Meaning | undefined
  /** Absent if pages of which only a part is visible to the reader do not answer. */
  parser?: IndexingParser
  /** Aborted when the answer is no longer needed. */
  signal: AbortSignal
}

/** Number of pages examined if some found pages may be hidden, or a later one may be closer in meaning. */
const maxPagesExamined = 50
/** Bound on the searches for one question: if a page changes between search and reading, the search is repeated. */
const maxSearches = 3

/**
 * Returns the sections that answer a question best. Permission comes first: only pages of spaces that the reader may
 * read and from which no site excludes agents are candidates (docs/adr/0017).
 */
export async function retrieve(parts: RetrievalParts, reader: Reader, question: string): Promise<RetrievedSections> {
  const { sql, index, meaning, signal } = parts
  const limit = reader.visiblePages || meaning ? maxPagesExamined : pagesCompared
  for (let searches = 1; ; searches++) {
    const { version, readable, phrases } = await readSearchScope(sql, reader, phraseKeys(question))
    const related = relatedOf(await visiblePhrases(reader, phrases))
    const search = async (instead?: PageVersion[]) => {
      const found = { organization: reader.organizationId, version, readable, signal, ...(instead && { instead }) }
      return (await index.search({ ...found, ...searchRequest(question, { limit, related }) })).pages
    }
    const { found, partlyVisible } = await findVisiblePages(parts, reader, search)
    const byWords = orderByRelevance(found)
    const pages = (meaning ? await orderByMeaning(sql, byWords, meaning) : byWords).slice(0, pagesRead)
    const stored = [...partlyVisible, ...(await readStoredPages(sql, pages))]
    if (pages.every((page) => stored.some((one) => isSamePage(one, page))) || searches === maxSearches)
      return { sections: candidateSections(pages, stored), related }
  }
}

/** The index version, spaces and phrases that the search for a reader's question uses. */
interface SearchScope {
  version: number
  readable: string[]
  phrases: PhraseRow[]
}

/**
 * Reads in one statement the readable spaces, the index version that includes them, and the meanings that their pages
 * give to the phrases of a question. A link means the current title of its target; a target of many links is scanned
 * once.
 */
async function readSearchScope(sql: Sql, reader: Reader, keys: readonly string[]): Promise<SearchScope> {
  const { organizationId } = reader
  const { rows } = await raw<SearchScope>`
    with readable as materialized (
      select space_id from search_space
      where organization_id = ${organizationId} and ${answerable(reader, 'search_space.space_id')}
    ), said as (
      select phrase.key, phrase.kind, coalesce(target.title, phrase.means) as means, phrase.section,
        phrase.space_id as space, phrase.page_id as page, page.revision, target.id as target,
        target.revision as "targetRevision"
      from phrase
      join page on page.space_id = phrase.space_id and page.id = phrase.page_id
      left join page target on target.space_id = phrase.space_id and target.id = phrase.target
      where phrase.organization_id = ${organizationId} and phrase.key = any(${[...keys]}::text[])
        and phrase.space_id = any(array(select space_id from readable))
        and (phrase.target = '' or target.id is not null)
      limit ${maxPhrases}
    ), titles as (
      select distinct on (space, target, section) led.space, led.target, one->>'id' as section,
        nullif(one->>'title', '') as title
      from (select distinct space, target from said where target is not null and section <> '') led
      join page on page.space_id = led.space and page.id = led.target
      cross join lateral jsonb_array_elements(page.sections) one
      where one->>'id' = any(array(select section from said where section <> ''))
    ), meaning as (
      select key, kind, coalesce(titles.title, means) as means, space, page, revision, target, "targetRevision"
      from said left join titles using (space, target, section)
    )
    select coalesce((select version from search_index where organization_id = ${organizationId}), 0)::float8 as version,
      array(select space_id from readable) as readable,
      coalesce((select jsonb_agg(meaning) from meaning), '[]') as phrases`.execute(sql)
  return rows[0] ?? { version: 0, readable: [], phrases: [] }
}
