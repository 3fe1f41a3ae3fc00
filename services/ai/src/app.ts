import { authorizer } from '@quire/access'
import {
  DatabaseConfig,
  defaultRetryPolicy,
  holderOf,
  loadConfig,
  type RetryPolicy,
  type RunningService,
  type ServiceDefinition,
  secretKey,
  startService,
} from '@quire/kit'
import { ParsingConfig, startParsing } from '@quire/parsing'
import { openIndex } from '@quire/search'
import { SearchConfig } from '@quire/search/config'
import { z } from 'zod'
import { askRoutes } from './ask/ask.routes.ts'
import { extractiveWriter } from './ask/extractive-writer.ts'
import { loadQuestionData } from './ask/load-question-data.ts'
import { startQuestions } from './ask/questions/background-questions.ts'
import { questionMaker } from './ask/questions/question-maker.ts'
import type { Sql } from './database.ts'
import { startEmbedding } from './embedding/embedding.ts'
import { startSweeping } from './embedding/sweep-vectors.ts'
import { contentFeed } from './indexing/feed.ts'
import { type IndexerClock, startIndexer } from './indexing/worker.ts'
import { Ai0001 } from './migrations/0001-ai.ts'
import { Ai0002 } from './migrations/0002-deleted-collections.ts'
import { Ai0003 } from './migrations/0003-index-queue.ts'
import { Ai0004 } from './migrations/0004-wanted-since.ts'
import { Ai0005 } from './migrations/0005-search-segments.ts'
import { Ai0008 } from './migrations/0008-questions.ts'
import { Ai0009 } from './migrations/0009-phrases.ts'
import { Ai0010 } from './migrations/0010-section-vectors.ts'
import { Ai0011 } from './migrations/0011-claimed-questions.ts'
import { chooseWriter } from './model/choose-writer.ts'
import { checkTogether, ModelConfig } from './model/config.ts'
import { type TextTasks, tasksUrl } from './parsing.ts'
import { aiProjections } from './projections/projections.ts'
import { spaceQuestionRoutes } from './site-ask/space-questions.routes.ts'

export const AiConfig = DatabaseConfig.extend({
  CONTENT_URL: z.url().describe('Address of content, for services that call it.'),
  ...ParsingConfig.shape,
  PARSING_THREADS_KEPT: z.coerce
    .number()
    .int()
    .min(0)
    .max(64)
    .default(1)
    .describe(
      'Threads that are loaded before the service is ready and stay loaded, for about 40 MB each. With 0, the first question after a pause waits for its thread.',
    ),
  ...SearchConfig.shape,
  ...ModelConfig.shape,
}).superRefine(checkTogether)
export type AiConfig = z.output<typeof AiConfig>

interface AiOptions {
  /** Attempts to index a space that fails, and the backoff between them. */
  retryPolicy?: RetryPolicy
  /** The indexer's clock; that of the machine if absent. */
  clock?: IndexerClock
}

/** The ai service. A resynchronization can rebuild all of its data. */
const aiWith = ({ retryPolicy = defaultRetryPolicy, clock }: AiOptions = {}): ServiceDefinition<AiConfig> => ({
  name: 'ai',
  schema: { entities: [], migrations: [Ai0001, Ai0002, Ai0003, Ai0004, Ai0005, Ai0008, Ai0009, Ai0010, Ai0011] },
  projectsAccess: true,
  build({ config, database, bus, positions, revocations, metrics, log }) {
    const sql = () => database.em.fork().getKysely() as unknown as Sql
    const feed = contentFeed(config.CONTENT_URL, secretKey(config, 'internal.key'))
    const parsing = startParsing<TextTasks>({
      config,
      tasks: tasksUrl,
      minThreads: config.PARSING_THREADS_KEPT,
      metrics,
      log,
    })
    const { inBackground } = parsing
    // All questions and slices share the index, so a request that ends must not end what it loads or merges.
    const index = openIndex({ db: database.em.getConnection().getClient() as unknown as Sql, config, log })
    const questions = questionMaker({ sql, index, log })
    const embedding = startEmbedding({ config, sql, metrics, log })
    const indexed = (space: string, signal: AbortSignal) => {
      embedding?.embedder.wake()
      return questions.make(space, signal)
    }
    const indexer = startIndexer({ sql, bus, index, indexed, feed, inBackground, metrics, log, retryPolicy, clock })
    const authorize = authorizer({ revocations, publicUrl: config.PUBLIC_URL })
    const deps = {
      indexer,
      index,
      questions,
      vectors: embedding?.vectors,
      writer: chooseWriter(config, extractiveWriter, { metrics, log }),
      revocations,
      positions,
    }
    return {
      routes: [...askRoutes, ...spaceQuestionRoutes],
      projections: aiProjections(indexer.wake),
      sources: [],
      extend: async (context) => ({
        access: await authorize(context),
        authorizeAgain: () => authorize(context),
        deps,
        parser: parsing.ofCaller(holderOf(context.caller), context.signal),
      }),
      jobs: [
        indexer,
        startQuestions({ sql, questions, log }),
        ...(embedding ? [embedding.embedder] : []),
        startSweeping(sql, log),
        parsing,
        index,
      ],
      replay: indexer.replay,
      ...(config.PARSING_THREADS_KEPT > 0 && { warm: () => loadQuestionData(parsing.inBackground) }),
    }
  },
})

export const ai = aiWith()

/** Boots the service from its environment. */
export function startAi(env: NodeJS.ProcessEnv, options?: AiOptions): Promise<RunningService> {
  return startService(aiWith(options), loadConfig(AiConfig, env))
}
