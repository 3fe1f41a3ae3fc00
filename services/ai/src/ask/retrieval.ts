import { type PageVersion, phraseKeys, type Related, type SearchIndex } from '@quire/search'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import type { TextParser } from '../parsing.ts'
import type { Reader } from '../readers/readers.ts'
import { relatedOf } from '../related/related.ts'
import { type LearntRow, phrasesRead, shownPhrases } from '../related/shown.ts'
import { isSamePage, readKept } from './kept-pages.ts'
import type { Meaning } from './meaning.ts'
import { orderedByMeaning } from './nearness.ts'
import { inOrder, type Passage, pagesCompared, pagesRead, passagesOf, searchFor } from './passages.ts'
import { shownPages } from './shown-pages.ts'

export type { Passage } from './passages.ts'

/** What is found for a question: passages, the best first, and what its words may mean too. */
interface Retrieved {
  passages: Passage[]
  related: Related[]
}

interface RetrievalParts {
  sql: Sql
  index: SearchIndex
  /** Absent: words alone decide. */
  meaning?: Meaning | undefined
  /** Absent: pages of which the reader is shown a part do not answer. */
  parser?: TextParser
  /** Where it aborts, nobody waits for the answer. */
  signal: AbortSignal
}

/** Where some of the pages that are found may not be shown, or a later one means what is asked. */
const pagesLookedAt = 50
/** A page may change between the search and the reading of what is kept of it; then the search is done again. */
const mostSearches = 3

/**
 * The passages that answer a question best. Permission comes first: only pages of spaces that the reader may read, and
 * that no site keeps from agents, are candidates at all (docs/adr/0008).
 */
export async function retrieve(parts: RetrievalParts, reader: Reader, question: string): Promise<Retrieved> {
  const { sql, index, meaning, signal } = parts
  const limit = reader.shown || meaning ? pagesLookedAt : pagesCompared
  for (let searches = 1; ; searches++) {
    const { version, readable, phrases } = await readAnswerable(sql, reader, phraseKeys(question))
    const related = relatedOf(await shownPhrases(reader, phrases))
    const search = async (instead?: PageVersion[]) => {
      const found = { organization: reader.organizationId, version, readable, signal, ...(instead && { instead }) }
      return (await index.search({ ...found, ...searchFor(question, { limit, related }) })).pages
    }
    const { found, keptInPart } = await shownPages(parts, reader, search)
    const byWords = inOrder(found)
    const pages = (meaning ? await orderedByMeaning(sql, byWords, meaning) : byWords).slice(0, pagesRead)
    const kept = [...keptInPart, ...(await readKept(sql, pages))]
    if (pages.every((page) => kept.some((one) => isSamePage(one, page))) || searches === mostSearches)
      return { passages: passagesOf(pages, kept), related }
  }
}

/** What a question of a reader is searched in. */
interface Answerable {
  version: number
  readable: string[]
  phrases: LearntRow[]
}

/**
 * In one statement: the spaces of a reader, in an index of at least this version, and what their pages say of the phrases
 * of a question. A link means the title that its target has now; a page to which many lead is looked through once.
 */
async function readAnswerable(sql: Sql, reader: Reader, keys: readonly string[]): Promise<Answerable> {
  const { organizationId } = reader
  const { rows } = await raw<Answerable>`
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
      limit ${phrasesRead}
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

type SpaceColumn = `${'page' | 'search_space' | 'question' | 'space'}.space_id`

/**
 * Which spaces an answer to a reader may quote: those that they may read and that no site keeps from agents. As an array
 * their spaces are found once; as a subquery they would be found for each row while the planner knows little of a new index.
 */
export const answerable = (reader: Reader, column: SpaceColumn) =>
  raw<boolean>`${raw.ref(column)} = any(array${reader.spaces()}) and ${included(raw.ref(column))}`

/** No site keeps the space from agents. */
export const included = (space: RawBuilder<unknown>) => raw<boolean>`not exists (
    select from site_space join site on site.id = site_space.site_id
    where site_space.space_id = ${space} and site.agents_context = 'excluded')`

/** Those of some spaces that an answer to a reader may quote. */
export async function answerableAmong(sql: Sql, reader: Reader, spaces: readonly string[]): Promise<string[]> {
  if (spaces.length === 0) return []
  const { rows } = await raw<{ id: string }>`
    select id from ${reader.spaces(spaces)} readable where ${included(raw.ref('readable.id'))}`.execute(sql)
  return rows.map(({ id }) => id)
}
