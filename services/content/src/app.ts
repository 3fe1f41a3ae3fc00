import { join } from 'node:path'
import { authorizer, confirmWith, rightsOf } from '@quire/access'
import {
  DatabaseConfig,
  loadConfig,
  OutboundAllow,
  type RunningService,
  type ServiceDefinition,
  secretKey,
  startService,
} from '@quire/kit'
import { z } from 'zod'
import { changeRequestRoutes } from './change-requests/change-requests.routes.ts'
import { contributorRoutes } from './change-requests/contributors.routes.ts'
import { reviewerRoutes } from './change-requests/reviewers.routes.ts'
import { reviewRoutes } from './change-requests/reviews.routes.ts'
import { collectionRoutes } from './collections/collections.routes.ts'
import { commentRoutes } from './comments/comments.routes.ts'
import { countedSubject, startCounting } from './counters/job.ts'
import { countersWaking } from './counters/marks.ts'
import { entities, type Sql } from './database.ts'
import type { ContentDependencies } from './dependencies.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import { BlobConfig, type BlobStore, openBlobs } from './files/blobs.ts'
import { fileRoutes } from './files/files.routes.ts'
import { createFiles } from './files/files.ts'
import { collectionGrantRoutes, spaceGrantRoutes } from './grants/grants.routes.ts'
import { linkedGrantRoutes } from './grants/linked-grants.routes.ts'
import { createGate } from './imports/gate.ts'
import { importRoutes } from './imports/imports.routes.ts'
import { migrations } from './migrations/index.ts'
import { changeRequestContentRoutes } from './pages/change-request-content.routes.ts'
import { documentIds } from './pages/document-ids.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { revisionRoutes } from './pages/revisions.routes.ts'
import { projectionsWith } from './projections/projections.ts'
import { PurgeEvery, startPurging } from './purge/job.ts'
import { createRevisionCaches } from './revisions/storage.ts'
import { startIndexing } from './search/catching-up.ts'
import { searchRoutes } from './search/search.routes.ts'
import { sources } from './sources.ts'
import { collectionSpaceRoutes, spaceRoutes } from './spaces/spaces.routes.ts'

export { countedSubject }

export const ContentConfig = DatabaseConfig.extend({
  ...BlobConfig.shape,
  OUTBOUND_ALLOW: OutboundAllow,
  PURGE_EVERY: PurgeEvery,
  /** Each holds the largest of its files in memory, 50 MB at most. */
  IMPORTS_AT_ONCE: z.coerce.number().int().min(1).max(100).default(2),
})

/** An import that waits longer for its turn is told to come again. */
const importWaitMs = 20_000

export type ContentConfig = z.output<typeof ContentConfig>

const routes = [
  changeRequestContentRoutes,
  changeRequestRoutes,
  collectionGrantRoutes,
  collectionRoutes,
  collectionSpaceRoutes,
  commentRoutes,
  contributorRoutes,
  feedRoutes,
  fileRoutes,
  importRoutes,
  linkedGrantRoutes,
  pageRoutes,
  revisionRoutes,
  reviewRoutes,
  reviewerRoutes,
  searchRoutes,
  spaceGrantRoutes,
  spaceRoutes,
].flat()

export interface ContentOptions {
  /** What retention is measured by. */
  now?: () => Date
}

/** The content service: spaces, what is in them, and who may see it (design 1). */
export const contentWith = (
  blobs: BlobStore,
  { now = () => new Date() }: ContentOptions = {},
): ServiceDefinition<ContentConfig> => ({
  ...content,
  build({ config, database, bus, revocations, publisher, metrics, log }) {
    const jobSql = () => database.background as unknown as Sql
    const authorize = authorizer({ revocations, publicUrl: config.PUBLIC_URL, allowDeleted: ['restoreSpace'] })
    const counting = startCounting({ sql: jobSql, publisher, bus, log })
    const counters = countersWaking(counting.wake)
    const deps: ContentDependencies = {
      counters,
      publicUrl: config.PUBLIC_URL,
      isBarred: (memberId) => revocations.has('identity.member', memberId),
      files: createFiles({
        blobs,
        key: secretKey(config, 'cursor.key'),
        publicUrl: config.PUBLIC_URL,
      }),
      documentIds: documentIds(secretKey(config, 'cursor.key')),
      now,
      caches: createRevisionCaches(),
      imports: {
        gate: createGate({ most: config.IMPORTS_AT_ONCE, waitMs: importWaitMs }),
        folder: join(config.DATA_DIR, 'imports'),
      },
      outboundAllow: config.OUTBOUND_ALLOW,
    }
    return {
      routes,
      projections: projectionsWith(counters),
      sources,
      extend: async (context) => ({ ...(await rightsOf(authorize, context)), deps }),
      confirm: confirmWith(authorize),
      jobs: [
        counting,
        startPurging(config.PURGE_EVERY, { sql: jobSql, blobs, publisher, now, log, metrics }),
        startIndexing({ sql: jobSql, log }),
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
export async function startContent(env: NodeJS.ProcessEnv, options?: ContentOptions): Promise<RunningService> {
  const config = loadConfig(ContentConfig, env)
  return startService(contentWith(await openBlobs(config), options), config)
}
