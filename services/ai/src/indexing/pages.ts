import { DocumentError, type Section, sections } from '@quire/document'
import { vector } from '@quire/search'
import { sql as raw } from 'kysely'
import type { IndexedSection, Sql } from '../database.ts'
import type { FeedPage } from './feed.ts'

/** Writes changed pages into the index and takes removed ones out; pages that stay out of search are not kept. */
export async function indexPages(sql: Sql, spaceId: string, changed: FeedPage[], removed: string[]): Promise<void> {
  const listed = changed.filter((page) => !page.unlisted)
  const gone = [...removed, ...changed.filter((page) => page.unlisted).map((page) => page.id)]
  if (gone.length > 0) await sql.deleteFrom('page').where('space_id', '=', spaceId).where('id', 'in', gone).execute()
  if (listed.length === 0) return
  const rows = listed.map((page) => row(spaceId, page))
  await sql
    .insertInto('page')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'id']).doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        sections: eb.ref('excluded.sections'),
        vector: eb.ref('excluded.vector'),
      })),
    )
    .execute()
}

function row(spaceId: string, page: FeedPage) {
  const parts = sectionsOf(page)
  const body = parts.map((one) => one.text).join('\n')
  const headings = parts.flatMap((one) => one.titles.at(-1) ?? [])
  return {
    space_id: spaceId,
    id: page.id,
    title: page.title,
    sections: raw<IndexedSection[]>`${JSON.stringify(parts)}::jsonb`,
    vector: raw<string>`${vector({ title: page.title, headings, body })}::tsvector`,
  }
}

/** A page that cannot be parsed is found by its title alone. */
function sectionsOf({ title, markdown }: FeedPage): IndexedSection[] {
  try {
    return sections(markdown, { title }).map((one) => present(title, one))
  } catch (error) {
    if (error instanceof DocumentError) return [{ id: '', titles: [title], text: '', markdown: '' }]
    throw error
  }
}

function present(pageTitle: string, section: Section): IndexedSection {
  const { id, level, text, markdown } = section
  const titles = level === 0 ? [pageTitle] : [pageTitle, ...section.path, section.title]
  return { id, titles, text, markdown }
}
