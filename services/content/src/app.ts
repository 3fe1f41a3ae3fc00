import { join } from 'node:path'
import { authorizer, confirmWith, rightsOf, siteLevel } from '@quire/access'
import {
  DatabaseConfig,
  holderOf,
  loadConfig,
  OutboundAllow,
  type RunningService,
  type ServiceDefinition,
  type StartOptions,
  secretKey,
  startService,
} from '@quire/kit'
import { ParsingConfig, startParsing } from '@quire/parsing'
import { replayParkedSpaces } from '@quire/search'
import { SearchConfig } from '@quire/search/config'
import { z } from 'zod'
import { countedSubject, startCounting } from './counters/job.ts'
import { countersWaking } from './counters/marks.ts'
import { startTelling } from './counters/telling.ts'
import { entities, type Sql } from './database.ts'
import type { ContentDependencies } from './dependencies.ts'
import { BlobConfig, type BlobStore, openBlobs } from './files/blobs.ts'
import { createFiles } from './files/files.ts'
import { hearRunEnds } from './imports/runs/ends.ts'
import { startImporting } from './imports/runs/job.ts'
import { openLinks, startCollecting } from './links/open-links.ts'
import { migrations } from './migrations/index.ts'
import { specAddresses } from './openapi/addresses.ts'
import { OpenApiConfig } from './openapi/config.ts'
import { processedSubject, startProcessing } from './openapi/process.ts'
import { documentIds } from './pages/document-ids.ts'
import { type TextTasks, tasksApart, tasksUrl } from './parsing.ts'
import { PdfConfig } from './pdf/config.ts'
import { createPdfs } from './pdf/pdfs.ts'
import { startPrinter } from './pdf/printer.ts'
import { projectionsWith } from './projections/projections.ts'
import { PurgeEvery, startPurging } from './purge/job.ts'
import { createRevisionCaches } from './revisions/storage.ts'
import { routes } from './routes.ts'
import { startIndexing } from './search/job.ts'
import { indexMetrics } from './search/metrics.ts'
import { openSearch } from './search/open-search.ts'
import { sources } from './sources.ts'
import { startSweepingUploads } from './uploads/sweep-uploads.ts'
import { createUploads } from './uploads/uploads.ts'
import { openedSpace } from './visitors/opened-space.ts'
import { visitedSpaces } from './visitors/visited-spaces.ts'

export { countedSubject, processedSubject }

export const ContentConfig = DatabaseConfig.extend({
  ...BlobConfig.shape,
  ...ParsingConfig.shape,
  ...PdfConfig.shape,
  ...SearchConfig.shape,
  ...OpenApiConfig.shape,
  OUTBOUND_ALLOW: OutboundAllow,
  PURGE_EVERY: PurgeEvery,
  /** Each holds the largest of its files in memory, 50 MB at most. */
  IMPORTS_AT_ONCE: z.coerce.number().int().min(1).max(100).default(2),
  /** Less than the gateway waits for a slow operation. */
  IMPORT_WAIT_SECONDS: z.coerce.number().int().min(1).max(840).default(600),
})

export type ContentConfig = z.output<typeof ContentConfig>

/** The content service: spaces, what is in them, and who may see it. */
const contentWith = (blobs: BlobStore): ServiceDefinition<ContentConfig> => ({
  ...content,
  build({ config, database, bus, revocations, publisher, metrics, log, now }) {
    const jobSql = () => database.background as unknown as Sql
    const isBarred = (memberId: string) => revocations.has('identity.member', memberId)
    const authorize = authorizer({
      revocations,
      publicUrl: config.PUBLIC_URL,
      allowDeleted: ['restoreSpace'],
      openedSpace: openedSpace({ isBarred }),
      visitedSpaces: visitedSpaces({ isBarred }),
      siteLevel: ({ sql, params }, member) => siteLevel(sql, params.siteId, member),
    })
    const parsing = startParsing<TextTasks>({ config, tasks: tasksUrl, apart: tasksApart, metrics, log })
    // For work that ends with no request.
    const parser = parsing.inBackground(new AbortController().signal)
    const caches = createRevisionCaches()
    const sql = () => database.em.getConnection().getClient() as unknown as Sql
    const search = openSearch({
      sql,
      parser,
      caches,
      config,
      log,
    })
    const links = openLinks({
      sql,
      jobSql,
      parser,
      caches,
      publicUrl: config.PUBLIC_URL,
    })
    // Loops begin last: what fails before them leaves none.
    const counting = startCounting({ sql: jobSql, publisher, bus, log })
    const counters = countersWaking(counting.wake)
    const telling = startTelling({ sql: jobSql, publisher, bus, log })
    const bring = search.bringOver(jobSql)
    const indexing = startIndexing({ sql: jobSql, bring, maintain: search.index.maintain, log })
    const processing = startProcessing({ config, sql: jobSql, bus, now, metrics, log })
    const collecting = startCollecting({ sql: jobSql, links, publicUrl: config.PUBLIC_URL, log })
    indexMetrics(metrics, jobSql)
    const printer = startPrinter({ config, folder: join(config.DATA_DIR, 'pdf'), metrics, log })
    const spools = join(config.DATA_DIR, 'imports')
    const addressed = { key: secretKey(config, 'cursor.key'), publicUrl: config.PUBLIC_URL }
    const deps: ContentDependencies = {
      authorize,
      counters,
      tellCounters: telling.wake,
      publicUrl: config.PUBLIC_URL,
      isBarred,
      isRevoked: (tokenId) => revocations.has('identity.token', tokenId),
      files: createFiles({ blobs, ...addressed, parser }),
      uploads: createUploads({ blobs, ...addressed, folder: spools }),
      pdfs: createPdfs({ sql: jobSql, blobs, caches, printer, ...addressed, now }),
      documentIds: documentIds(addressed.key),
      now,
      caches,
      search,
      links,
      indexSoon() {
        indexing.wake()
        collecting.wake()
      },
      imports: {
        folder: spools,
        ends: hearRunEnds(bus),
        wake: () => importing.wake(),
        patienceMs: config.IMPORT_WAIT_SECONDS * 1000,
      },
      outboundAllow: config.OUTBOUND_ALLOW,
      processSpecs: processing.wake,
      specAddresses: specAddresses(addressed),
      inBackground: parsing.inBackground,
    }
    const importing = startImporting({
      database,
      publisher,
      deps,
      jobSql,
      atOnce: config.IMPORTS_AT_ONCE,
      log,
    })
    return {
      routes,
      projections: projectionsWith(counters),
      sources,
      extend: async (context, earlier) => ({
        ...(await rightsOf(authorize, context, earlier)),
        deps,
        parser: parsing.ofCaller(holderOf(context.caller), context.signal),
      }),
      confirm: confirmWith(authorize),
      spool: deps.uploads.spool,
      replay: () => replayParkedSpaces(jobSql()),
      jobs: [
        counting,
        telling,
        startSweepingUploads({ sql: jobSql, blobs, now, everySeconds: config.PURGE_EVERY, log }),
        startPurging(config.PURGE_EVERY, { sql: jobSql, blobs, publisher, now, log, metrics }),
        indexing,
        processing,
        collecting,
        importing,
        parsing,
        printer,
        search.index,
      ],
    }
  },
})

/** What of the service is known without its configuration. */
export const content = {
  name: 'content',
  schema: { entities, migrations },
  projectsAccess: true,
} as const

/** Boots the service from its environment. */
export async function startContent(env: NodeJS.ProcessEnv, options?: StartOptions): Promise<RunningService> {
  const config = loadConfig(ContentConfig, env)
  return startService(contentWith(await openBlobs(config)), config, options)
}
