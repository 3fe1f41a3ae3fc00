import { indexVersion, type PageVersion, phraseKeys, type Related, type SearchIndex } from '@quire/search'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type IndexingParser, readPages } from '../indexing/store-pages.ts'
import { answerable, type Reader } from '../readers/reader.ts'
import { maxPhrases, type PhraseRow, relatedOf, visiblePhrases } from '../related/related-phrases.ts'
import {
  type CandidateSection,
  candidateSections,
  type FoundPage,
  isSamePage,
  orderByRelevance,
  pagesCompared,
  pagesRead,
  readStoredPages,
  type StoredPage,
  searchRequest,
} from './candidate-sections.ts'
import { type Meaning, orderByMeaning } from './order-by-meaning.ts'

/** Number of partly visible pages whose visible part is parsed for one question. */
const maxPartialPages = 10

/** Number of results that are checked: that of the first search, and that of the search without the hidden content. */
const maxRounds = 2

const noText = { title: '', sections: [], document: '' }

interface VisibilityParts {
  sql: Sql
  parser?: IndexingParser | undefined
}

/** The visible parts of pages: versions for the search, and stored sections for answers. */
interface PartlyVisiblePages {
  versions: PageVersion[]
  stored: StoredPage[]
}

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
  version: string
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
    select ${indexVersion(raw`(select version from search_index where organization_id = ${organizationId})`)} as version,
      array(select space_id from readable) as readable,
      coalesce((select jsonb_agg(meaning) from meaning), '[]') as phrases`.execute(sql)
  return rows[0] ?? { version: '', readable: [], phrases: [] }
}

/**
 * Returns the pages that a search finds, as they are visible to the reader. If some are hidden or only partly visible,
 * the search is repeated with just the visible text: hidden text must not find a page, change its rank, or reveal that
 * a word exists.
 */
export async function findVisiblePages(
  parts: VisibilityParts,
  { visiblePages }: Reader,
  search: (instead?: PageVersion[]) => Promise<FoundPage[]>,
): Promise<{ found: FoundPage[]; partlyVisible: StoredPage[] }> {
  const [known, instead, partlyVisible] = [new Set<string>(), [] as PageVersion[], [] as StoredPage[]]
  const unknownOf = (pages: readonly FoundPage[]) => pages.filter((page) => !known.has(keyOf(page)))
  let found = await search()
  if (!visiblePages) return { found, partlyVisible }
  for (let looks = 1; looks <= maxRounds; looks++) {
    const asked = unknownOf(found)
    if (asked.length === 0) break
    const { whole, partly } = await visiblePages(asked, parts.parser ? maxPartialPages - partlyVisible.length : 0)
    const { versions, stored } = await readPartlyVisible(parts, partly)
    const inPart = versions.map(({ space, id }) => ({ space, id, document: '' }))
    for (const page of [...whole, ...inPart]) known.add(keyOf(page))
    const hidden = unknownOf(asked).filter((page) => !inPart.some((one) => isSamePage(one, page)))
    partlyVisible.push(...stored)
    // Hidden pages still count as pages of their space, so that a word's rarity does not depend on the number of hidden
    // pages found.
    instead.push(...versions, ...hidden.map(({ space, id }) => ({ space, id, text: noText })))
    if (versions.length + hidden.length === 0) break
    found = await search(instead)
  }
  return { found: found.filter((page) => known.has(keyOf(page))), partlyVisible }
}

const keyOf = ({ space, id, document }: Pick<FoundPage, 'space' | 'id' | 'document'>) => `${space}/${id}/${document}`

/**
 * Parses the visible parts of pages for one reader; leaves out pages that changed since they were found. The versions
 * have an empty `document`, so that data of the full text, such as its vectors, is not used for them.
 */
async function readPartlyVisible(
  { sql, parser }: VisibilityParts,
  partly: readonly { page: FoundPage; markdown: string }[],
): Promise<PartlyVisiblePages> {
  const visible: PartlyVisiblePages = { versions: [], stored: [] }
  if (!parser || partly.length === 0) return visible
  const storedPages = await readStoredPages(
    sql,
    partly.map(({ page }) => page),
  )
  const given = partly.map(({ page: { title }, markdown }, at) => ({ id: String(at), title, markdown }))
  const read = new Map((await readPages(parser, given)).map((page) => [page.id, page]))
  for (const [at, { page }] of partly.entries()) {
    const [text, storedPage] = [read.get(String(at)), storedPages.find((one) => isSamePage(one, page))]
    if (!text || !storedPage) continue
    const { language } = storedPage
    const version = { space: page.space, id: page.id, text: { ...text.text, document: '' } }
    visible.versions.push({ ...version, ...(language !== null && { language }) })
    visible.stored.push({ ...storedPage, sections: JSON.parse(text.sections) })
  }
  return visible
}
