import { grant, space, spaceCounters } from '@quire/contracts'
import type { Step } from '@quire/kit'
import { forgettingSpace } from '@quire/search'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Writer } from '../context.ts'
import type { Tables } from '../database.ts'

/**
 * What hangs on a space, in the order in which it can go. Each statement deletes at most so many rows, and with each
 * row what belongs to it alone. Every table whose rows belong to a space must be named here or cascade from one that
 * is.
 */
const parts: ((spaceId: string, most: number) => RawBuilder<unknown>)[] = [
  (id, most) => some(most, 'comment_reply', raw`target_id in (select ${id} union all ${changeRequestsOf(id)})`),
  (id, most) => some(most, 'comment', raw`space_id = ${id}`),
  (id, most) => some(most, 'change_request', raw`space_id = ${id}`),
  (id, most) => some(most, 'revision', raw`space_id = ${id}`),
  // First the row whose lock writers of the others hold.
  (id, most) => some(most, 'link_space', raw`space_id = ${id}`, 'space_id'),
  ...['link', 'link_target', 'link_resource'].map(
    (table) => (id: string, most: number) => some(most, table, raw`space_id = ${id}`, 'ctid'),
  ),
  (id, most) => some(most, 'import_run', raw`space_id = ${id}`),
  forgettingSpace,
]

const changeRequestsOf = (id: string) => raw`select id from change_request where space_id = ${id}`

function some(most: number, table: string, which: RawBuilder<unknown>, key = 'id'): RawBuilder<unknown> {
  const [from, by] = [raw.table(table), raw.ref(key)]
  return raw`delete from ${from} where ${by} in (select ${by} from ${from} where ${which} limit ${most})`
}

/**
 * Removes a deleted space for good, its row last; what it had in its store is swept later. Begins where a kill left it.
 */
export async function purgeSpace(step: Step<Tables>, spaceId: string, rowsAtOnce: number): Promise<void> {
  for (const part of parts) {
    const remove = ({ sql }: Writer) => part(spaceId, rowsAtOnce).execute(sql)
    while ((await step(remove)).numAffectedRows === BigInt(rowsAtOnce));
  }
  while ((await step((writing) => removeGrantsOn(writing, spaceId, rowsAtOnce))) === rowsAtOnce);
  await step((writing) => removeRow(writing, spaceId))
}

/**
 * Removes at most `most` of the grants on something that nobody can reach any more; answers how many. Nothing is
 * counted again. The grants are never given again, so the next version of each is enough.
 */
export async function removeGrantsOn({ sql, emit }: Writer, scopeId: string, most: number): Promise<number> {
  const { rows } = await raw<{ subject_id: string; version: string }>`
    delete from access_grant where scope_id = ${scopeId} and subject_id in (
      select subject_id from access_grant where scope_id = ${scopeId} limit ${most}
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
