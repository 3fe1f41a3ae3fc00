import { forbidden, unavailable } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { Reader } from '../readers/reader.ts'
import type { AskContext } from './context.ts'

const indexTimeoutMs = 2000

/**
 * Throws 403 if the reader's organization has switched questions off, and 503 if the index is catching up with their
 * spaces. If it cannot catch up, the answer comes from what is indexed, and says so.
 */
export async function requireReady(
  { sql, deps, indexIsBehind }: Pick<AskContext, 'sql' | 'deps' | 'indexIsBehind'>,
  reader: Reader,
): Promise<void> {
  await requireAi(sql, reader.organizationId)
  const state = await deps.indexer.caughtUp(reader, indexTimeoutMs)
  if (state === 'catching-up') throw unavailable('The index has not caught up with the latest changes yet.')
  if (state === 'behind') indexIsBehind()
}

/** Throws 403 if the organization has switched questions off. */
export async function requireAi(sql: Sql, organizationId: string): Promise<void> {
  if (!(await usesAi(sql, organizationId))) throw forbidden('This organization has switched AI features off.')
}

export async function usesAi(sql: Sql, organizationId: string): Promise<boolean> {
  const organization = await sql
    .selectFrom('organization')
    .select('state')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return organization?.state.ai !== false
}
