import { sql } from 'kysely'
import type { IndexDatabase } from './database.ts'
import { startAnew } from './indexed-spaces.ts'
import { lockList, writeList } from './lists.ts'
import { touchSegments } from './stored-segments.ts'

/**
 * Takes segments that could not be read out of the list, and all that are older: a lost one may have replaced their
 * pages or taken them away, and nobody may find these again. Lets the organization's spaces be indexed anew. Does nothing
 * where the list no longer names the lost ones: they were merged and swept, or somebody else was here before.
 */
export async function healList(db: IndexDatabase, organization: string, hashes: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { segments } = await lockList(transaction, organization)
    const newer = segments.findLastIndex(({ hash }) => hashes.includes(hash)) + 1
    if (newer === 0) return
    await writeList(transaction, organization, segments.slice(newer))
    const dropped = segments.slice(0, newer).map(({ hash }) => hash)
    await touchSegments(transaction, organization, dropped)
    await startAnew(transaction, organization)
    await sql`
      delete from search_segment
      where organization_id = ${organization} and hash = any(${[...hashes]})`.execute(transaction)
  })
}
