import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { PageQuestion } from './question-table.ts'
import { contentWords, questionOf } from './question-wording.ts'

/** The parts of a page from which questions are made. */
interface OutlinedPage {
  page: string
  revision: string
  title: string
  /** The titles of sections of up to three heading levels that have some text. */
  sections: string[]
  /** The ids of the pages that the page links to. */
  links: string[]
}

/**
 * Number of pages that are read. Pages are created in the order of the tree and ids grow, so the first ids come first.
 */
const pagesRead = 100
const minCharacters = 80
const sectionsOfPage = 2
/** Number of positions by which each doubling of its incoming links moves a page forward. */
const positionsPerLink = 8

/**
 * Returns questions that the pages of a space might answer, the most important first: those of page titles, then those
 * of section titles; no two questions ask the same.
 */
export async function candidatesOf(sql: Sql, space: string, language: string | null): Promise<PageQuestion[]> {
  const pages = byImportance(await readPages(sql, space))
  const titles = Map.groupBy(
    pages.flatMap(({ sections }) => sections),
    (title) => title.toLowerCase(),
  )
  const ofPages = pages.map((page) => ({ page, title: page.title }))
  const ofSections = pages.flatMap((page) =>
    // A title that several pages have, such as "Example", says nothing without its page.
    page.sections
      .filter((title) => titles.get(title.toLowerCase())?.length === 1)
      .slice(0, sectionsOfPage)
      .map((title) => ({ page, title })),
  )
  const known = new Set<string>()
  return [...ofPages, ...ofSections].flatMap(({ page: { page, revision }, title }) => {
    const question = questionOf(title, language)
    const about = contentWords(question ?? '', language).join(' ')
    if (question === undefined || about === '' || known.has(about)) return []
    known.add(about)
    return [{ page, revision, question }]
  })
}

/** Reads at most `pagesRead` pages. */
async function readPages(sql: Sql, space: string): Promise<OutlinedPage[]> {
  const { rows } = await raw<OutlinedPage>`
    select id as page, revision, title,
      array(
        select section->>'title' from jsonb_array_elements(sections) with ordinality as all_sections (section, place)
        where (section->>'level')::int between 1 and 3 and length(section->>'markdown') >= ${minCharacters}
        order by place) as sections,
      array(select distinct link[1] from regexp_matches(sections::text, '/pages/([\\w-]+)', 'g') as link) as links
    from page where space_id = ${space} order by id limit ${pagesRead}`.execute(sql)
  return rows
}

function byImportance(pages: readonly OutlinedPage[]): OutlinedPage[] {
  const linked = new Map<string, number>()
  for (const { page, links } of pages)
    for (const link of links) if (link !== page) linked.set(link, (linked.get(link) ?? 0) + 1)
  const positionOf = (page: OutlinedPage, position: number) =>
    position - positionsPerLink * Math.log2(1 + (linked.get(page.page) ?? 0))
  return pages
    .map((page, position) => ({ page, position: positionOf(page, position) }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ page }) => page)
}
