import { authorizer, startOrganizationPurges } from '@quire/access'
import {
  configWarnings,
  DatabaseConfig,
  defaultRetryPolicy,
  groupsOf,
  loadConfig,
  type RetryPolicy,
  type RunningService,
  type ServiceDefinition,
  secretKey,
  serviceAddress,
  startService,
} from '@quire/kit'
import { ParsingConfig, startParsing } from '@quire/parsing'
import { openIndex } from '@quire/search'
import { SearchConfig } from '@quire/search/config'
import { z } from 'zod'
import { extractiveWriter, loadQuestionData } from './ask/extractive-writer.ts'
import { questionMaker, startQuestions } from './ask/questions/question-maker.ts'
import { startClustering } from './conversations/cluster-conversations.ts'
import type { ConversationNeeds } from './conversations/context.ts'
import type { Sql } from './database.ts'
import { startEmbedding } from './embedding/embedding.ts'
import { startSweeping } from './embedding/stored-vectors.ts'
import { contentFeed } from './indexing/feed.ts'
import { type IndexerClock, startIndexer } from './indexing/worker.ts'
import type { InstructionsNeeds } from './instructions/instructions.routes.ts'
import { migrations } from './migrations/index.ts'
import { checkModel, checkTogether, ModelConfig } from './model/config.ts'
import { chooseWriter } from './model/model-writer.ts'
import { type TextTasks, tasksUrl } from './parsing.ts'
import { aiProjections } from './projections/projections.ts'
import { hasMoreOf, purgeOrganization } from './projections/purge-organization.ts'
import { startResponses } from './responses/response-writer.ts'
import type { ResponseNeeds } from './responses/responses.routes.ts'
import { routes } from './routes.ts'
import type { TranslationNeeds } from './translation/translation.routes.ts'
import { openTranslator } from './translation/translator.ts'

export { clusteredSubject } from './conversations/cluster-conversations.ts'
export { checkModel } from './model/config.ts'

export const AiConfig = DatabaseConfig.extend({
  CONTENT_URL: serviceAddress.describe('Address of content, for services that call it.'),
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
  /** Time that the conversations of an organization are clustered for before others have their turns. */
  sliceMs?: number
}

/** The ai service. A resynchronization can rebuild its data, except for what it owns: conversations and instructions. */
const aiWith = ({ retryPolicy = defaultRetryPolicy, clock, sliceMs }: AiOptions = {}): ServiceDefinition<AiConfig> => ({
  name: 'ai',
  schema: { entities: [], migrations },
  projectsAccess: true,
  build({ config, database, bus, positions, publisher, revocations, metrics, log }) {
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
    const indexed = async (space: string, signal: AbortSignal) => {
      embedding?.embedder.wake()
      await clustering
        .indexed(space)
        .catch((error: unknown) => log.warn({ err: error, space }, 'issues are not looked up again'))
      await questions.make(space, signal)
    }
    const indexer = startIndexer({ sql, bus, index, indexed, feed, inBackground, metrics, log, retryPolicy, clock })
    const now = () => new Date()
    const clustering = startClustering({ sql, bus, index, indexer, embeddings: embedding?.issues, now, log, sliceMs })
    const authorize = authorizer({ revocations, publicUrl: config.PUBLIC_URL })
    const responses = startResponses({ sql, bus, log })
    const deps: ConversationNeeds & InstructionsNeeds & ResponseNeeds & TranslationNeeds = {
      indexer,
      index,
      questions,
      vectors: embedding?.vectors,
      writer: chooseWriter(config, extractiveWriter, { metrics, log }),
      translator: openTranslator(config),
      revocations,
      positions,
      now,
      publicUrl: config.PUBLIC_URL,
      wakeClustering: clustering.wake,
      responses,
      sql,
      parserUntil: parsing.ofCaller,
    }
    const purges = startOrganizationPurges({
      ...{ service: 'ai', sql: () => database.alone as unknown as Sql, bus, log },
      purge: (one, id, signal) => purgeOrganization({ sql: one, publisher, signal }, id),
      hasMore: hasMoreOf,
    })
    return {
      routes,
      projections: aiProjections({ indexer: indexer.wake, purges: purges.wake, clustering: clustering.wake }),
      sources: [],
      extend: async (context) => ({
        access: await authorize(context),
        authorizeAgain: () => authorize(context),
        deps,
        parser: parsing.ofCaller(groupsOf(context.caller), context.signal),
      }),
      jobs: [
        indexer,
        clustering,
        responses,
        startQuestions({ sql, questions, log }),
        ...(embedding ? [embedding.embedder] : []),
        startSweeping(sql, log),
        purges,
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
  const warnings = configWarnings(AiConfig, env, checkModel)
  return startService(aiWith(options), loadConfig(AiConfig, env, checkModel), { warnings })
}
