import { unavailable } from '@quire/kit'
import type { AiContext } from '../context.ts'
import type { Reader } from '../readers/reader.ts'
import { requireAi } from './require-ai.ts'

const indexTimeoutMs = 2000

/**
 * Throws 403 if the reader's organization has switched questions off, and 503 if the index is behind with their spaces.
 */
export async function requireReady({ sql, deps }: Pick<AiContext, 'sql' | 'deps'>, reader: Reader): Promise<void> {
  await requireAi(sql, reader.organizationId)
  if (!(await deps.indexer.caughtUp(reader, indexTimeoutMs))) {
    throw unavailable('The index has not caught up with the latest changes yet.')
  }
}
