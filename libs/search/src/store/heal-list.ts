import { sql } from 'kysely'
import type { IndexDatabase } from './index-database.ts'
import { resetSpaces } from './indexed-spaces.ts'
import { lockList, writeList } from './stored-list.ts'
import { touchSegments } from './stored-segments.ts'

/**
 * Removes unreadable segments from the list, and all older ones: the lost segment may have replaced or deleted their
 * pages, and these must not be found again. Resets the organization's spaces, so that they are indexed again. Does
 * nothing if the list no longer names the lost segments: they were merged and swept, or another process healed the
 * list.
 */
export async function healList(db: IndexDatabase, organization: string, hashes: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { segments } = await lockList(transaction, organization)
    const newer = segments.findLastIndex(({ hash }) => hashes.includes(hash)) + 1
    if (newer === 0) return
    await writeList(transaction, organization, segments.slice(newer))
    const dropped = segments.slice(0, newer).map(({ hash }) => hash)
    await touchSegments(transaction, organization, dropped)
    await resetSpaces(transaction, organization)
    await sql`
      delete from search_segment
      where organization_id = ${organization} and hash = any(${[...hashes]})`.execute(transaction)
  })
}
