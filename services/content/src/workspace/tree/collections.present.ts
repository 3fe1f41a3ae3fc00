import { type Level, permissionsOfCollection, visibleLevel } from '@quire/access'
import { type Collection, type CollectionState, collection, withoutNulls } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw, type Selectable, type UpdateObject } from 'kysely'
import type { z } from 'zod'
import type { Tables, Writer } from '../../database.ts'
import type { Save } from './relocate.ts'

export type CollectionRow = Selectable<Tables['collection']>

export function collectionState(row: CollectionRow): z.input<typeof CollectionState> {
  return {
    id: row.id,
    version: Number(row.version),
    organizationId: row.organization_id,
    parentId: row.parent_id,
    title: row.title,
    description: row.description,
    defaultLevel: visibleLevel(row.default_level),
  }
}

/** Presents a collection to a caller with this level on it. */
export function presentCollection(row: CollectionRow, level: Level, publicUrl: string): Collection {
  const location = `${publicUrl}/v1/collections/${row.id}`
  return {
    object: 'collection',
    id: row.id,
    title: row.title,
    organization: row.organization_id,
    defaultLevel: visibleLevel(row.default_level),
    urls: { location, app: location },
    permissions: permissionsOfCollection(level),
    ...withoutNulls({ description: row.description, parent: row.parent_id }),
  }
}

/** Changes a collection under the lock on its row and emits the new state; throws 404 if the collection was deleted. */
export async function changeCollection(
  { sql, emit }: Writer,
  id: string,
  change: UpdateObject<Tables, 'collection'>,
): Promise<CollectionRow> {
  const row = await sql
    .updateTable('collection')
    .set({ ...change, version: raw<number>`version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('The collection')
  emit(collection.saved, collectionState(row))
  return row
}

/** Attaches a collection to another parent. */
export const attachCollection =
  (writing: Writer): Save<CollectionRow> =>
  ({ id }, { organizationId, parentId, position }) =>
    changeCollection(writing, id, { organization_id: organizationId, parent_id: parentId, position })
