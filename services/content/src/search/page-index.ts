import { anyOf } from '@quire/kit'
import type { Generated, Kysely } from 'kysely'
import type { IndexedSection } from './rows.ts'

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

/** Takes pages out of the index, in the transaction that removes them. */
export async function removePages(sql: Kysely<PageIndexTables>, spaceId: string, ids: readonly string[]) {
  await sql
    .deleteFrom('page_index')
    .where('space_id', '=', spaceId)
    .where('page_id', '=', anyOf([...ids]))
    .execute()
}
