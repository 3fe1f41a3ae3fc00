import { grant, space, spaceCounters } from '@quire/contracts'
import { deleteInSteps, deleteSome, type Step } from '@quire/kit'
import { deletionOfSpace } from '@quire/search'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Tables, Writer } from '../../database.ts'

/**
 * Statements that delete the rows of a space, in the order that foreign keys require. Each deletes at most `limit` rows
 * and cascades from them. Every table whose rows belong to a space must be named here or cascade from one that is.
 */
const deletions: ((spaceId: string, limit: number) => RawBuilder<unknown>)[] = [
  (id, limit) => deleteSome(limit, 'comment_reply', raw`target_id in (select ${id} union all ${changeRequestsOf(id)})`),
  (id, limit) => deleteSome(limit, 'comment', raw`space_id = ${id}`),
  (id, limit) => deleteSome(limit, 'change_request', raw`space_id = ${id}`),
  (id, limit) => deleteSome(limit, 'revision', raw`space_id = ${id}`),
  // Comes before the other link tables, because their writers hold the lock on this row.
  (id, limit) => deleteSome(limit, 'link_space', raw`space_id = ${id}`, 'space_id'),
  ...['link', 'link_target', 'link_resource'].map(
    (table) => (id: string, limit: number) => deleteSome(limit, table, raw`space_id = ${id}`, 'ctid'),
  ),
  (id, limit) => deleteSome(limit, 'import_run', raw`space_id = ${id}`),
  (id, limit) => deleteSome(limit, 'space_git', raw`space_id = ${id}`, 'space_id'),
  (id, limit) => deleteSome(limit, 'git_push', raw`space_id = ${id}`, 'space_id'),
  (id, limit) => deleteSome(limit, 'git_sync', raw`id = ${id}`),
  (id, limit) => deleteSome(limit, 'git_preview', raw`space_id = ${id}`),
  (id, limit) => deleteSome(limit, 'git_delivery', raw`space_id = ${id}`, 'ctid'),
  (id, limit) => deleteSome(limit, 'former_address', raw`space_id = ${id}`, 'ctid'),
  deletionOfSpace,
]

const changeRequestsOf = (id: string) => raw`select id from change_request where space_id = ${id}`

/**
 * Removes a deleted space for good, its row last; the content of its store is swept later. Resumes an interrupted
 * purge.
 */
export async function purgeSpace(step: Step<Tables>, spaceId: string, rowsAtOnce: number): Promise<void> {
  for (const deletion of deletions) await deleteInSteps(step, rowsAtOnce, (limit) => deletion(spaceId, limit))
  while ((await step((writing) => removeGrantsOn(writing, spaceId, rowsAtOnce))) === rowsAtOnce);
  await step((writing) => removeRow(writing, spaceId))
}

/**
 * Removes at most `limit` grants on a space or collection that nobody can reach any more; returns their number. Marks
 * no counters. The grants are never created again, so the next version of each is sufficient.
 */
export async function removeGrantsOn({ sql, emit }: Writer, scopeId: string, limit: number): Promise<number> {
  const { rows } = await raw<{ subject_id: string; version: string }>`
    delete from access_grant where scope_id = ${scopeId} and subject_id in (
      select subject_id from access_grant where scope_id = ${scopeId} limit ${limit}
    )
    returning subject_id, version + 1 as version`.execute(sql)
  for (const { subject_id, version } of rows)
    emit(grant.removed, { key: `${scopeId}.${subject_id}`, version: Number(version) })
  return rows.length
}

async function removeRow({ sql, emit }: Writer, spaceId: string): Promise<void> {
  const row = await sql
    .deleteFrom('space')
    .where('id', '=', spaceId)
    .returning(['version', 'counters_version'])
    .executeTakeFirst()
  if (!row) return
  emit(space.removed, { key: spaceId, version: Number(row.version) + 1 })
  const counted = Number(row.counters_version)
  if (counted > 0) emit(spaceCounters.removed, { key: spaceId, version: counted + 1 })
}
