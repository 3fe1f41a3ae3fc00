import { collection } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Writer } from '../context.ts'
import { collectionState } from './collections.present.ts'
import { pathOf } from './nesting.ts'

/**
 * Brings back the deleted ones among a collection and those around it, with the rules that lay on them (docs/adr/0021).
 */
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
