import { setImmediate } from 'node:timers/promises'
import { mayHaveComments } from '@quire/document/comments'
import { batched } from '@quire/kit'
import { type Parser, valuesOf } from '@quire/parsing'
import { type QueryExecutorProvider, sql as raw } from 'kysely'
import type { phrasesIn } from '../related/page-phrases.ts'
import { deletePhrases, type PagePhrases } from '../related/phrase-table.ts'
import { releaseVectors } from '../vectors/vector-usage.ts'
import type { FeedPage } from './feed.ts'
import { type IndexedPage, knownPage } from './indexed-page.ts'
import type { parsePage } from './parse-page.ts'

/** The tasks on texts of users that indexing needs. */
export type IndexingTasks = { parsePage: typeof parsePage; phrasesIn: typeof phrasesIn }
export type IndexingParser = Parser<IndexingTasks>

/** Bounds the memory of one insert, regardless of the size of pages. */
const statement = { items: 100, bytes: 2 * 1024 ** 2 } as const

type TextOfPage = Omit<FeedPage, 'unlisted'>

/** Pages that are read before other work gets a turn; a page whose sections are known takes some microseconds. */
const pagesPerTurn = 50

/**
 * Reads pages into the form in which they are indexed and stored. A page that cannot be read is found by its title. One
 * with comments is parsed although its sections are known, because only a parser knows comments from code.
 */
export async function readPages(parser: IndexingParser, pages: readonly TextOfPage[]): Promise<IndexedPage[]> {
  const isParsed = ({ sections, markdown }: TextOfPage) => !sections || mayHaveComments(markdown)
  const read = await parsePages(parser, pages.filter(isParsed))
  for (const [at, page] of pages.entries()) {
    if (at % pagesPerTurn === 0) await setImmediate()
    if (page.sections && !isParsed(page)) read.push(knownPage({ ...page, sections: page.sections }))
  }
  return read
}

async function parsePages(parser: IndexingParser, pages: readonly TextOfPage[]): Promise<IndexedPage[]> {
  const given = pages.map(({ id, title, markdown }) => ({ id, title, markdown }))
  const read = await parser.runEach(
    'parsePage',
    given.map((page) => [page]),
  )
  return valuesOf(given, read, (page) => parser.run('parsePage', { ...page, markdown: '' }))
}

/** Returns the phrases that pages equate; none for a page that takes too long to read. */
export async function learnPhrases(
  parser: IndexingParser,
  pages: readonly FeedPage[],
  language: string | null,
): Promise<PagePhrases[]> {
  const read = await parser.runEach(
    'phrasesIn',
    pages.map(({ title, markdown }) => [{ title, markdown, language }]),
  )
  const learnt = await valuesOf(pages, read, () => [])
  return pages.map(({ id }, at) => ({ id, phrases: learnt[at] ?? [] }))
}

const bytesOf = ({ text: { title }, sections }: IndexedPage) => title.length + sections.length

/** Stores the texts of a revision's pages for answers, in statements of bounded size. */
export async function storePages(
  db: QueryExecutorProvider,
  spaceId: string,
  revision: string,
  pages: readonly IndexedPage[],
): Promise<void> {
  for await (const batch of batched(pages, statement, bytesOf)) {
    const ids = batch.map(({ id }) => id)
    const titles = batch.map(({ text }) => text.title)
    const sections = batch.map((page) => page.sections)
    await releaseVectors(db, spaceId, ids)
    await raw`
      insert into page (space_id, id, revision, title, sections)
      select ${spaceId}, id, ${revision}, title, sections
      from unnest(${ids}::text[], ${titles}::text[], ${sections}::jsonb[]) as page (id, title, sections)
      on conflict (space_id, id) do update set
        revision = excluded.revision, title = excluded.title, sections = excluded.sections,
        embedded_by = null, section_keys = null`.execute(db)
  }
}

/**
 * Deletes pages of a space; without ids all of them and the space's questions, which are made again: pages that are
 * read again may be of another revision although their text is the same.
 */
export async function deletePages(db: QueryExecutorProvider, spaceId: string, ids?: readonly string[]): Promise<void> {
  if (ids?.length === 0) return
  await releaseVectors(db, spaceId, ids)
  const which = ids ? raw`id = any(${[...ids]}::text[])` : raw`true`
  await raw`delete from page where space_id = ${spaceId} and ${which}`.execute(db)
  await deletePhrases(db, spaceId, ids)
  if (ids) return
  for (const table of ['question', 'question_set'])
    await raw`delete from ${raw.table(table)} where space_id = ${spaceId}`.execute(db)
}
