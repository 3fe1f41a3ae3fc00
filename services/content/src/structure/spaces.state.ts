import { shownLevel } from '@quire/access'
import { space, timestamp, type UncountedSpace } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw, type Selectable, type UpdateObject } from 'kysely'
import type { Writer } from '../context.ts'
import type { Tables } from '../database.ts'

export type SpaceRow = Selectable<Tables['space']>

/** What content tells of a space, to others and to callers; the rest it keeps to itself. */
export const toldColumns = [
  ...(['id', 'version', 'organization_id', 'collection_id', 'position', 'title', 'emoji', 'icon', 'language'] as const),
  ...(['edit_mode', 'default_level', 'revision', 'created_at', 'updated_at', 'deleted_at'] as const),
  ...(['counters_version', 'comments', 'change_requests', 'change_requests_open', 'change_requests_draft'] as const),
] as const

export type ToldSpaceRow = Pick<SpaceRow, (typeof toldColumns)[number]>

/** What the row says, as the event tells it; its counters have an event of their own. */
export function spaceState(row: ToldSpaceRow): UncountedSpace {
  return {
    id: row.id,
    version: Number(row.version),
    organizationId: row.organization_id,
    collectionId: row.collection_id,
    title: row.title,
    emoji: row.emoji,
    icon: row.icon,
    language: row.language,
    editMode: row.edit_mode,
    defaultLevel: shownLevel(row.default_level),
    revision: row.revision,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    deletedAt: row.deleted_at && timestamp(row.deleted_at),
  }
}

/**
 * Changes a space under its row's lock and tells the state that results. 404 where it is gone for good by now.
 */
export async function changeSpace(
  { sql, emit }: Writer,
  id: string,
  change: UpdateObject<Tables, 'space'>,
): Promise<SpaceRow> {
  const row = await sql
    .updateTable('space')
    .set({ ...change, version: raw<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('The space')
  emit(space.saved, spaceState(row))
  return row
}

/** Takes the lock that makes writes to one space's content take turns; 404 where it is gone for good by now. */
export async function lockSpace({ sql }: Pick<Writer, 'sql'>, id: string): Promise<SpaceRow> {
  const row = await sql.selectFrom('space').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('The space')
  return row
}
