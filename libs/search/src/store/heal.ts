import { sql } from 'kysely'
import type { IndexDatabase } from './database.ts'
import { startAnew } from './indexed-spaces.ts'
import { lockList, writeList } from './lists.ts'

/**
 * Takes segments that could not be read out of the list and lets the organization's spaces be indexed anew. Does
 * nothing where the list no longer names them: they were merged and swept, or somebody else was here before.
 */
export async function healList(db: IndexDatabase, organization: string, hashes: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { segments } = await lockList(transaction, organization)
    const sound = segments.filter(({ hash }) => !hashes.includes(hash))
    if (sound.length === segments.length) return
    await writeList(transaction, organization, sound)
    await startAnew(transaction, organization)
    await sql`
      delete from search_segment
      where organization_id = ${organization} and hash = any(${[...hashes]})`.execute(transaction)
  })
}
