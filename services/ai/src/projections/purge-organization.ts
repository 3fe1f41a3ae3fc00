import { deleteInSteps, deleteSome, inSteps, type Publisher } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables } from '../database.ts'

const rowsAtOnce = 1000

/** The tables with rows of organizations, in the order that foreign keys require, and the column that a row is found by. */
const tables = {
  agent_task: 'id',
  conversation_issue: 'id',
  issue_cluster: 'id',
  conversation: 'id',
  ai_response: 'id',
  agent_instructions: 'organization_id',
} as const

/** The index of an organization; spaces leave it by content's events, and the rest of it may go once none is left. */
const indexTables = { search_segment: 'ctid', search_index: 'organization_id' } as const

interface AiPurge {
  sql: Sql
  publisher: Publisher
  signal: AbortSignal
}

/** Deletes everything that ai has of a deleted organization, in small transactions; a later call goes on where one was killed. */
export async function purgeOrganization({ sql, ...parts }: AiPurge, organizationId: string): Promise<void> {
  const step = inSteps<Tables>(sql, parts)
  const isOfIt = raw`organization_id = ${organizationId}`
  for (const [table, key] of Object.entries(tables))
    await deleteInSteps(step, rowsAtOnce, (limit) => deleteSome(limit, table, isOfIt, key))
  await step((writer) => writer.sql.deleteFrom('conversation_queue').where('id', '=', organizationId).execute())
  if (await hasAny(sql, ['search_space'], organizationId)) return
  for (const [table, key] of Object.entries(indexTables))
    await deleteInSteps(step, rowsAtOnce, (limit) => deleteSome(limit, table, isOfIt, key))
}

/** True while ai has anything of the organization; vectors that no page uses are swept by themselves. */
export async function hasMoreOf(sql: Sql, organizationId: string): Promise<boolean> {
  const names = ['search_space', ...Object.keys(tables), ...Object.keys(indexTables)]
  if (await hasAny(sql, names, organizationId)) return true
  const queue = await sql
    .selectFrom('conversation_queue')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return queue !== undefined
}

async function hasAny(sql: Sql, names: readonly string[], organizationId: string): Promise<boolean> {
  const some = names.map(
    (name) => raw`exists (select from ${raw.table(name)} where organization_id = ${organizationId})`,
  )
  const { rows } = await raw<{ any: boolean }>`select ${raw.join(some, raw` or `)} as any`.execute(sql)
  return rows[0]?.any === true
}
