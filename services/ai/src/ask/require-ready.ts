import { forbidden, unavailable } from '@quire/kit'
import type { Sql } from '../database.ts'
import type { Reader } from '../readers/reader.ts'
import type { AskContext } from './context.ts'

const indexTimeoutMs = 2000

/**
 * Throws 403 if the reader's organization has switched questions off, and 503 if the index is behind with their spaces.
 */
export async function requireReady({ sql, deps }: Pick<AskContext, 'sql' | 'deps'>, reader: Reader): Promise<void> {
  await requireAi(sql, reader.organizationId)
  if (!(await deps.indexer.caughtUp(reader, indexTimeoutMs))) {
    throw unavailable('The index has not caught up with the latest changes yet.')
  }
}

/** Throws 403 if the organization has switched questions off. */
export async function requireAi(sql: Sql, organizationId: string): Promise<void> {
  const organization = await sql
    .selectFrom('organization')
    .select('state')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (organization?.state.ai === false) throw forbidden('This organization has switched AI features off.')
}
