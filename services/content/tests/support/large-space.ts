import type { Sql } from '../../src/database.ts'
import type { NestedPage } from '../../src/storage/revisions/nested-pages.ts'
import { RevisionEditor } from '../../src/storage/revisions/revision-editor.ts'
import { emptyRoots } from '../../src/storage/revisions/revision-entries.ts'
import { writeRevision } from '../../src/storage/revisions/revisions.ts'
import { createRevisionCaches, sqlStorage } from '../../src/storage/revisions/storage.ts'
import type { World } from '../world.ts'

/** The number of pages in the subtree of a top page, itself included. */
const folder = 100
const id = (number: number) => `page${number}`
const plainText = (number: number) => `# Page ${number}\n\nThe ${number}th of many.\n`

/**
 * Creates a space with this many live pages, `page0`, `page1` and so on, with the texts of `markdownOf`. The pages are
 * written like those of an import, but not indexed.
 */
export async function largeSpace(world: World, pages: number, markdownOf = plainText): Promise<string> {
  const pageOf = (number: number): NestedPage => ({
    id: id(number),
    title: `Page ${number}`,
    markdown: markdownOf(number),
  })
  const { id: spaceId } = await world.makeSpace({ title: `${pages} pages` })
  const nested = Array.from({ length: Math.ceil(pages / folder) }, (_, index) => ({
    ...pageOf(index * folder),
    pages: Array.from({ length: Math.min(folder, pages - index * folder) - 1 }, (_, at) =>
      pageOf(index * folder + at + 1),
    ),
  }))
  await world
    .sql()
    .transaction()
    .execute(async (sql: Sql) => {
      const now = new Date().toISOString()
      const { store, revision } = await sql
        .selectFrom('space')
        .select(['store', 'revision'])
        .where('id', '=', spaceId)
        .executeTakeFirstOrThrow()
      const editor = new RevisionEditor(sqlStorage(sql, store, createRevisionCaches()), emptyRoots(), now)
      await editor.insertPages(nested, null, 'pages')
      const { id } = await writeRevision(
        sql,
        {
          spaceId,
          store,
          changeRequestId: null,
          parents: [revision],
          kind: 'import',
          message: null,
          createdBy: 'ada',
          createdAt: now,
        },
        await editor.finish(),
      )
      await sql.updateTable('space').set({ revision: id }).where('id', '=', spaceId).execute()
    })
  return spaceId
}
