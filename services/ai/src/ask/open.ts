import { unavailable } from '@quire/kit'
import type { AiContext } from '../context.ts'
import type { Reader } from '../readers/readers.ts'
import { demandAi } from './demand-ai.ts'

const indexWaitMs = 2000

/**
 * Throws unless the reader's organization allows questions (403), and what was told of their spaces can be found (503).
 */
export async function requireOpen({ sql, deps }: Pick<AiContext, 'sql' | 'deps'>, reader: Reader): Promise<void> {
  await demandAi(sql, reader.organizationId)
  if (!(await deps.indexer.caughtUp(reader, indexWaitMs))) {
    throw unavailable('The index has not caught up with the latest changes yet.')
  }
}
