import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { PageQuestion } from './rows.ts'
import { contentWords } from './same-words.ts'
import { questionOf } from './wording.ts'

/** A page as far as questions are made of it. */
interface OutlinedPage {
  page: string
  revision: string
  title: string
  /** The titles of its sections, those of two levels; only of sections with some text. */
  sections: string[]
  /** The ids of pages that it links to. */
  links: string[]
}

/** Pages are made in the order of the tree, and ids grow: the first ones are those that a reader meets first. */
const pagesRead = 100
const leastCharacters = 80
const sectionsOfPage = 2
/** A page that is linked to counts as if it stood so much earlier for each doubling of its links. */
const placesOfLink = 8

/**
 * Questions that the pages of a space might answer, the most important first: those of page titles, then those of their
 * sections. Each is asked once.
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

/** Takes the text of a hundred pages at most. */
async function readPages(sql: Sql, space: string): Promise<OutlinedPage[]> {
  const { rows } = await raw<OutlinedPage>`
    select id as page, revision, title,
      array(
        select section->>'title' from jsonb_array_elements(sections) with ordinality as all_sections (section, place)
        where (section->>'level')::int between 1 and 3 and length(section->>'markdown') >= ${leastCharacters}
        order by place) as sections,
      array(select distinct link[1] from regexp_matches(sections::text, '/pages/([\\w-]+)', 'g') as link) as links
    from page where space_id = ${space} order by id limit ${pagesRead}`.execute(sql)
  return rows
}

function byImportance(pages: readonly OutlinedPage[]): OutlinedPage[] {
  const linked = new Map<string, number>()
  for (const { page, links } of pages)
    for (const link of links) if (link !== page) linked.set(link, (linked.get(link) ?? 0) + 1)
  const placeOf = (page: OutlinedPage, place: number) =>
    place - placesOfLink * Math.log2(1 + (linked.get(page.page) ?? 0))
  return pages
    .map((page, place) => ({ page, place: placeOf(page, place) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ page }) => page)
}
