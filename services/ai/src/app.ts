import { authorizer } from '@quire/access'
import {
  DatabaseConfig,
  loadConfig,
  type RunningService,
  type ServiceDefinition,
  secretKey,
  startService,
} from '@quire/kit'
import { z } from 'zod'
import { askRoutes } from './ask/ask.routes.ts'
import { extractiveWriter } from './ask/writer.ts'
import type { Sql } from './database.ts'
import { contentFeed } from './indexing/feed.ts'
import type { Patience } from './indexing/queue.ts'
import { startIndexer } from './indexing/worker.ts'
import { Ai0001 } from './migrations/0001-ai.ts'
import { Ai0002 } from './migrations/0002-deleted-collections.ts'
import { Ai0003 } from './migrations/0003-index-queue.ts'
import { projectionsWaking } from './projections/projections.ts'

export const AiConfig = DatabaseConfig.extend({ CONTENT_URL: z.url() })
export type AiConfig = z.output<typeof AiConfig>

export interface AiOptions {
  /** How long a space that cannot be indexed is tried. */
  patience?: Patience
}

/** The last pause is a minute long, and all of them two. */
const usualPatience: Patience = { attempts: 8, firstPauseMs: 1000 }

/** The ai service: it owns nothing that a resync could not rebuild. */
export const aiWith = ({ patience = usualPatience }: AiOptions = {}): ServiceDefinition<AiConfig> => ({
  name: 'ai',
  schema: { entities: [], migrations: [Ai0001, Ai0002, Ai0003] },
  projectsAccess: true,
  build({ config, database, bus, revocations, metrics, log }) {
    const sql = () => database.em.fork().getKysely() as unknown as Sql
    const feed = contentFeed(config.CONTENT_URL, secretKey(config, 'internal.key'))
    const indexer = startIndexer({ sql, bus, feed, metrics, log, patience })
    const authorize = authorizer({ revocations, publicUrl: config.PUBLIC_URL })
    const deps = { indexer, writer: extractiveWriter, revocations }
    return {
      routes: askRoutes,
      projections: projectionsWaking(indexer.wake),
      sources: [],
      extend: async (context) => ({ access: await authorize(context), deps }),
      jobs: [indexer],
      replay: indexer.replay,
    }
  },
})

export const ai = aiWith()

/** Boots the service from its environment. */
export function startAi(env: NodeJS.ProcessEnv, options?: AiOptions): Promise<RunningService> {
  return startService(aiWith(options), loadConfig(AiConfig, env))
}
