import { grantedSpaces } from '@quire/contracts'
import { deleteInSteps, deleteSome, inSteps, removeAuditEventsOf } from '@quire/kit'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql, Tables, Writer } from '../../database.ts'
import { removeUploadedFiles } from '../../storage/uploads/sweep-uploads.ts'
import { type PurgeDependencies, purge } from './purge.ts'

/** The tables, besides those of spaces and collections, with rows of organizations, and the column that a row is found by. */
const tables = {
  translation: 'id',
  translation_usage: 'ctid',
  glossary_entry: 'id',
  import_run: 'id',
  git_sync: 'id',
  openapi_spec: 'id',
  search_space: 'space_id',
  search_segment: 'ctid',
  search_index: 'organization_id',
  grant_version: 'organization_id',
  notification_setting: 'ctid',
} as const

/**
 * Deletes everything that content has of a deleted organization, in small transactions; a later call goes on where one was
 * killed. What somebody still writes to a store is left for a later call.
 */
export async function purgeOrganization(
  deps: PurgeDependencies,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  const { publisher, rowsAtOnce = 1000 } = deps
  const step = inSteps<Tables>(deps.sql(), { publisher, signal })
  const isOfIt = raw`organization_id = ${organizationId}`
  // Before spaces, which cascade to them: a translation has as many texts as its space.
  await deleteInSteps(step, rowsAtOnce, (limit) =>
    deleteSome(limit, 'translation_text', raw`translation_id in (select id from translation where ${isOfIt})`, 'ctid'),
  )
  await removeUploads(deps, organizationId, signal)
  await purge(deps, signal, organizationId)
  for (const [table, key] of Object.entries(tables))
    await deleteInSteps(step, rowsAtOnce, (limit) => deleteSome(limit, table, isOfIt, key))
  while ((await step((writer) => removeCounters(writer, isOfIt, rowsAtOnce))) === rowsAtOnce);
  await removeAuditEventsOf(step, organizationId)
}

/** True while content has anything of the organization, but for audit events, whose table has no index for the question. */
export async function hasMoreOf(sql: Sql, organizationId: string): Promise<boolean> {
  const names = ['collection', 'purge', 'granted_spaces', ...Object.keys(tables)]
  const some = [
    ...names.map((table) => raw`exists (select from ${raw.table(table)} where organization_id = ${organizationId})`),
    raw`exists (select from upload where organization_id = ${organizationId} and ${isUploadLeft})`,
    raw`exists (select from space where organization_id = ${organizationId} and deleted_at is null)`,
    raw`exists (select from space where organization_id = ${organizationId} and deleted_at is not null)`,
  ]
  const { rows } = await raw<{ more: boolean }>`select ${raw.join(some, raw` or `)} as more`.execute(sql)
  return rows[0]?.more === true
}

const uploadsAtOnce = 100

const isUploadLeft = raw`(not swept or name <> '')`

/**
 * Deletes the files of uploads that were not used yet. Their rows stay without a name until their time is over: a file may
 * still arrive at the address of one, and is deleted with the row.
 */
async function removeUploads(
  { sql, blobs }: PurgeDependencies,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await raw<{ id: string }>`
      update upload set swept = true, name = ' ' where id in (
        select id from upload where organization_id = ${organizationId} and ${isUploadLeft}
        order by id limit ${raw.lit(uploadsAtOnce)}
      ) returning id`.execute(sql())
    for (const { id } of rows) {
      await removeUploadedFiles(blobs, id)
      await sql().updateTable('upload').set({ name: '', blob: null }).where('id', '=', id).execute()
    }
    if (rows.length < uploadsAtOnce) return
  }
}

/** Deletes the counters of spaces that members and teams were granted. */
async function removeCounters({ sql, emit }: Writer, isOfIt: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows } = await raw<{ subject_id: string; version: string }>`
    delete from granted_spaces where ctid = any(array(select ctid from granted_spaces where ${isOfIt} limit ${limit}))
    returning subject_id, version + 1 as version`.execute(sql)
  for (const { subject_id, version } of rows) emit(grantedSpaces.removed, { key: subject_id, version: Number(version) })
  return rows.length
}
