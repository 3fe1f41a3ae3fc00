import { visibleLevel } from '@quire/access'
import { type GitSyncState, space, timestamp, type UncountedSpace } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw, type Selectable, type UpdateObject } from 'kysely'
import type { Tables, Writer } from '../../database.ts'

export type SpaceRow = Selectable<Tables['space']>

/** The columns of a space that its events and resources are built from; the others are internal. */
export const eventColumns = [
  ...(['id', 'version', 'organization_id', 'collection_id', 'position', 'title', 'emoji', 'icon', 'language'] as const),
  ...(['edit_mode', 'git_sync', 'default_level', 'revision', 'created_at', 'updated_at', 'deleted_at'] as const),
  ...(['counters_version', 'comments', 'change_requests', 'change_requests_open', 'change_requests_draft'] as const),
] as const

export type SpaceEventRow = Pick<SpaceRow, (typeof eventColumns)[number]>

/** Builds the state of the space event from the row; the counters have an event of their own. */
export function spaceState(row: SpaceEventRow): UncountedSpace {
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
    gitSync: gitProviderOf(row),
    gitRun: row.git_sync?.lastRun ?? null,
    defaultLevel: visibleLevel(row.default_level),
    revision: row.revision,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    deletedAt: row.deleted_at && timestamp(row.deleted_at),
  }
}

/** Returns the Git provider of a space; null if it has none. */
export function gitProviderOf({ git_sync }: Pick<SpaceRow, 'git_sync'>): GitSyncState | null {
  const { lastRun: _, ...provider } = git_sync ?? {}
  return Object.keys(provider).length > 0 ? provider : null
}

/** Changes a space under the lock on its row and emits the new state; throws 404 if the space was purged meanwhile. */
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

/** Takes the lock that serializes writes to a space's content; throws 404 if the space was purged meanwhile. */
export async function lockSpace({ sql }: Pick<Writer, 'sql'>, id: string): Promise<SpaceRow> {
  const row = await sql.selectFrom('space').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('The space')
  return row
}
