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
import { startIndexer } from './indexing/worker.ts'
import { Ai0001 } from './migrations/0001-ai.ts'
import { Ai0002 } from './migrations/0002-deleted-collections.ts'
import { projectionsWaking } from './projections/projections.ts'

export const AiConfig = DatabaseConfig.extend({ CONTENT_URL: z.url() })
export type AiConfig = z.output<typeof AiConfig>

/** The ai service: it owns nothing that a resync could not rebuild. */
export const ai: ServiceDefinition<AiConfig> = {
  name: 'ai',
  schema: { entities: [], migrations: [Ai0001, Ai0002] },
  projectsAccess: true,
  build({ config, database, bus, revocations, log }) {
    const sql = () => database.em.fork().getKysely() as unknown as Sql
    const feed = contentFeed(config.CONTENT_URL, secretKey(config, 'internal.key'))
    const indexer = startIndexer({ sql, bus, feed, log })
    const authorize = authorizer({ revocations, publicUrl: config.PUBLIC_URL })
    const deps = { indexer, writer: extractiveWriter, revocations }
    return {
      routes: askRoutes,
      projections: projectionsWaking(indexer.wake),
      sources: [],
      extend: async (context) => ({ access: await authorize(context), deps }),
      jobs: [indexer],
    }
  },
}

/** Boots the service from its environment. */
export function startAi(env: NodeJS.ProcessEnv): Promise<RunningService> {
  return startService(ai, loadConfig(AiConfig, env))
}
