import { collection } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Writer } from '../../database.ts'
import { collectionState } from './collections.present.ts'
import { pathOf } from './nesting.ts'

/** Restores a collection and those around it, as far as they are deleted, with their grants (docs/adr/0002). */
export async function restoreCollectionsAround({ sql, emit }: Writer, collectionId: string): Promise<void> {
  const rows = await sql
    .updateTable('collection')
    .set((set) => ({ deleted_at: null, version: set('version', '+', 1) }))
    .where('id', '=', anyOf(await pathOf(sql, collectionId)))
    .where('deleted_at', 'is not', null)
    .returningAll()
    .execute()
  for (const row of rows) emit(collection.saved, collectionState(row))
}
