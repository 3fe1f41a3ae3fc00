import { analyse, DocumentError, type Link, type Section } from '@quire/document'
import { vector } from '@quire/search'
import type { Generated, Kysely } from 'kysely'

/** One row for each live page of a space. */
export interface PageIndexTables {
  page_index: {
    space_id: string
    page_id: string
    key: Generated<string>
    title: string
    sections: IndexedSection[]
    targets: string[]
    vector: string | null
  }
}

/** A section as search shows it: its anchor (empty for the introduction), its titles from the page's down, its words. */
export interface IndexedSection {
  id: string
  titles: string[]
  text: string
}

/** What is indexed of a page. */
export interface IndexedPage {
  id: string
  title: string
  description?: string | undefined
  markdown: string
  /** Kept out of search; its links count all the same. */
  hidden?: boolean | undefined
  noIndex?: boolean | undefined
}

/** A page's row, as the statements that write it take it. */
export interface IndexRow {
  page_id: string
  title: string
  sections: IndexedSection[]
  targets: string[]
  vector: string | null
}

/** Takes pages out of the index, in the transaction that removes them. */
export async function removePages(sql: Kysely<PageIndexTables>, spaceId: string, ids: readonly string[]) {
  await sql
    .deleteFrom('page_index')
    .where('space_id', '=', spaceId)
    .where((is) => is('page_id', '=', is.fn.any(is.val([...ids]))))
    .execute()
}

/** What the index holds of a page; parsing it takes milliseconds. */
export function rowOf(page: IndexedPage): IndexRow {
  const { sections, links } = read(page)
  const indexed = sections.map((section) => sectionOf(page.title, section))
  return {
    page_id: page.id,
    title: page.title,
    sections: indexed,
    targets: targetsOf(links),
    vector: page.hidden || page.noIndex ? null : vectorOf(page, indexed),
  }
}

/** A page that cannot be parsed is found by its title. */
function read({ markdown, title, description }: IndexedPage): { sections: Section[]; links: Link[] } {
  try {
    return analyse(markdown, { title, description })
  } catch (error) {
    if (error instanceof DocumentError) return { sections: [], links: [] }
    throw error
  }
}

function sectionOf(pageTitle: string, { id, level, title, path, text }: Section): IndexedSection {
  return { id, titles: level === 0 ? [pageTitle] : [pageTitle, ...path, title], text }
}

function vectorOf({ title, description = '' }: IndexedPage, sections: IndexedSection[]): string {
  const headings = sections.flatMap(({ titles }) => (titles.length > 1 ? (titles.at(-1) ?? []) : []))
  return vector({ title, headings, description, body: sections.map(({ text }) => text).join('\n') })
}

/** The pages and files of the space that a page names, as `/pages/<id>` and `/files/<id>`. */
function targetsOf(links: Link[]): string[] {
  const addresses = links.map(({ url }) => /^\/(?:pages|files)\/[\w-]+/.exec(url)?.[0])
  return [...new Set(addresses.filter((address) => address !== undefined))]
}
