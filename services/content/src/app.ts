import { authorizer, confirmWith, rightsOf, siteLevel } from '@quire/access'
import {
  type Caller,
  configWarnings,
  groupsOf,
  loadConfig,
  measureDisks,
  type RunningService,
  type ServiceDefinition,
  type StartOptions,
  secretKey,
  startSealRenewal,
  startService,
} from '@quire/kit'
import { startParsing } from '@quire/parsing'
import { replayParkedSpaces } from '@quire/search'
import { ContentConfig, writtenFolders } from './config.ts'
import { entities, type Sql } from './database.ts'
import type { ContentDependencies } from './dependencies.ts'
import { startFollowing } from './editing/follow-specs.ts'
import { createExports } from './exports/archive/exports.ts'
import { planArchive } from './exports/archive/plan-archive.ts'
import { createPdfs } from './exports/pdf/pdfs.ts'
import { printFontsOf } from './exports/pdf/print-fonts.ts'
import { startPrinter } from './exports/pdf/printer.ts'
import { startForgettingRepositories } from './git/forget-repositories.ts'
import { openGitNeeds, performGitRun } from './git/open-git.ts'
import { startPreviewing } from './git/previews/preview-job.ts'
import { sealedColumns } from './git/sealed-columns.ts'
import { startSyncing } from './git/sync/sync-job.ts'
import { startImporting } from './imports/runs/import-job.ts'
import { subscribeToRunEnds } from './imports/runs/run-ends.ts'
import { createContentLinks, startLinkCollector } from './links/content-links.ts'
import { migrations } from './migrations/index.ts'
import { openSpecificationReader, processedSubject, startProcessing } from './openapi/processing.ts'
import { specAddresses } from './openapi/spec-addresses.ts'
import { documentIds } from './pages/document-ids.ts'
import { type TextTasks, tasksApart, tasksUrl } from './parsing.ts'
import { projectionsWith } from './projections/projections.ts'
import { createEmbeds } from './reading/embeds/embeds.ts'
import { resyncSources } from './resync-sources.ts'
import { routes } from './routes.ts'
import { indexMetrics, startIndexing } from './search/indexing-job.ts'
import { openSearch } from './search/open-search.ts'
import { startPurging } from './spaces/purge/purge-job.ts'
import type { BlobStore } from './storage/files/blobs.ts'
import { checkStorage } from './storage/files/check-storage.ts'
import { openDisk } from './storage/files/disk.ts'
import { createFiles } from './storage/files/files.ts'
import { openBlobs } from './storage/files/open-blobs.ts'
import { requireSharedFolder } from './storage/files/shared-folder.ts'
import { createRevisionCaches } from './storage/revisions/storage.ts'
import { startSweepingUploads } from './storage/uploads/sweep-uploads.ts'
import { createUploads } from './storage/uploads/uploads.ts'
import { startTranslating } from './translations/translation-job.ts'
import { translatorClient } from './translations/translator-client.ts'
import { createFileSpecifications } from './visitors/file-specifications.ts'
import { installedSpace } from './visitors/installed-space.ts'
import { createPresentedSpecifications } from './visitors/presented-specifications.ts'
import { tokenSpace } from './visitors/token-space.ts'
import { tokenSpaces } from './visitors/token-spaces.ts'
import { visibleResources } from './visitors/visible-resources.ts'
import { createVisitorTextCaches } from './visitors/visitor-texts.ts'
import { createCounters } from './workspace/counters/counter-marks.ts'
import { countedSubject, startCounting } from './workspace/counters/counting-job.ts'
import { startPublishingCounters } from './workspace/counters/publish-counters.ts'
import { startMailingNotifications } from './workspace/notifications/mail-notifications.ts'
import { startSweepingNotifications } from './workspace/notifications/sweep-notifications.ts'

export { ContentConfig, checkStorage, countedSubject, processedSubject }

/** The content service: spaces, their content, and access to them. */
const contentWith = (blobs: BlobStore): ServiceDefinition<ContentConfig> => ({
  ...content,
  build({ config, database, bus, freshness, revocations, publisher, metrics, log, now }) {
    const jobSql = () => database.background as unknown as Sql
    const aloneSql = () => database.alone as unknown as Sql
    const isBarred = (memberId: string) => revocations.has('identity.member', memberId)
    const authorize = authorizer({
      revocations,
      publicUrl: config.PUBLIC_URL,
      allowDeleted: ['restoreSpace'],
      visitorSpace: tokenSpace({ isBarred }),
      visitorSpaceIds: tokenSpaces({ isBarred }),
      installedSpace: installedSpace(config.SITES_URL, secretKey(config, 'internal.key')),
      siteLevel: ({ sql, params }, member) => siteLevel(sql, params.siteId, member),
    })
    const parsing = startParsing<TextTasks>({ config, tasks: tasksUrl, apart: tasksApart, metrics, log })
    // For work that no request cancels.
    const parser = parsing.inBackground(new AbortController().signal)
    const caches = createRevisionCaches()
    const sql = () => database.em.getConnection().getClient() as unknown as Sql
    const search = openSearch({ sql, parser, caches, config, log })
    const links = createContentLinks({ sql, jobSql, parser, caches, publicUrl: config.PUBLIC_URL })
    // Loops start last, so that a failure above leaves none of them running.
    const counting = startCounting({ sql: jobSql, publisher, bus, log })
    const counters = createCounters(counting.wake)
    const publishing = startPublishingCounters({ sql: jobSql, publisher, bus, log })
    const indexSpace = search.createIndexerOver(jobSql)
    const indexing = startIndexing({ sql: jobSql, indexSpace, maintain: search.index.maintain, log })
    const processing = startProcessing({
      ...{ config, sql: jobSql, bus, now, metrics, log },
      onVersion: () => following.wake(),
    })
    const specificationReader = openSpecificationReader(config, log)
    const collecting = startLinkCollector({ sql: jobSql, links, publicUrl: config.PUBLIC_URL, log })
    indexMetrics({ metrics, log }, jobSql)
    const { blobs: blobFolder, imports: spools, pdf, git: gitFolder } = writtenFolders(config)
    const printer = startPrinter({ config, folder: pdf, metrics, log })
    const disk = openDisk({
      folder: spools,
      reserveBytes: config.DISK_RESERVE_BYTES,
      holdsFiles: config.BLOBS_S3_BUCKET === undefined,
    })
    measureDisks(metrics, writtenFolders(config))
    const importBytes = config.IMPORT_MAX_BYTES
    const addressing = { key: secretKey(config, 'cursor.key'), publicUrl: config.PUBLIC_URL }
    const parserOf = ({ caller, signal }: { caller: Caller; signal: AbortSignal }) =>
      parsing.ofCaller(groupsOf(caller), signal)
    const git = openGitNeeds({
      ...{ config, folder: gitFolder, disk, jobSql },
      ...{ wakeSync: () => syncing.wake(), wakePreviews: () => previewing.wake() },
    })
    const deps: ContentDependencies = {
      authorize,
      counters,
      publishCounters: publishing.wake,
      stopKey: addressing.key,
      publicUrl: config.PUBLIC_URL,
      isBarred,
      isRevoked: (tokenId) => revocations.has('identity.token', tokenId),
      files: createFiles({
        blobs,
        requireRoom: (stored) => disk.requireRoom({ temporary: 0, stored }),
        ...addressing,
        parser,
      }),
      uploads: createUploads({ blobs, ...addressing, folder: spools, importBytes, disk }),
      pdfs: createPdfs({
        ...{ sql: jobSql, blobs, caches, printer, ...addressing, now },
        fontsOf: printFontsOf({ sitesUrl: config.SITES_URL, internalKey: secretKey(config, 'internal.key'), log }),
      }),
      exports: createExports({ sql: jobSql, blobs, caches, inBackground: parsing.inBackground }),
      documentIds: documentIds(addressing.key),
      now,
      caches,
      search,
      visitorTexts: createVisitorTextCaches(),
      fileSpecifications: createFileSpecifications({ blobs, read: specificationReader.read, log }),
      presentedSpecifications: createPresentedSpecifications(),
      links,
      indexSoon() {
        indexing.wake()
        collecting.wake()
      },
      imports: {
        folder: spools,
        bounds: { maxBytes: importBytes, remotePictures: config.IMPORT_REMOTE_PICTURES, disk },
        ends: subscribeToRunEnds(bus),
        wake: () => importing.wake(),
        listingsOf: (storage, roots, sources, brought) => planArchive(storage, roots, { sources, brought }),
        timeoutMs: config.IMPORT_WAIT_SECONDS * 1000,
      },
      outboundAllow: config.OUTBOUND_ALLOW,
      embeds: createEmbeds(config.OUTBOUND_ALLOW),
      git,
      followSpecs: () => following.wake(),
      translateSoon: () => translating.wake(),
      processSpecs: processing.wake,
      specAddresses: specAddresses(addressing),
      async isReferenced({ sql, caller, signal }, spaceIds, addresses) {
        const context = { sql, deps, parser: parserOf({ caller, signal }) }
        const visible = await visibleResources(context, spaceIds, { by: 'target', addresses }, caller)
        return [...visible.values()].includes(true)
      },
      inBackground: parsing.inBackground,
    }
    const importing = startImporting({
      database,
      publisher,
      deps,
      jobSql,
      atOnce: config.IMPORTS_AT_ONCE,
      placeMs: config.IMPORT_PLACE_SECONDS * 1000,
      performGit: performGitRun(git, deps.exports, jobSql),
      log,
    })
    const sealRenewal = startSealRenewal({ sql: jobSql, columns: sealedColumns, sealer: git.sealer, log })
    const syncing = startSyncing({ jobSql, git, deps, log })
    const previewing = startPreviewing({ jobSql, git, deps, log })
    const following = startFollowing({ database, publisher, jobSql, deps, bus, log })
    const translating = startTranslating({
      ...{ database, publisher, jobSql, deps, log },
      client: translatorClient(config.AI_URL, secretKey(config, 'internal.key')),
      words: { perDay: config.TRANSLATION_WORDS_PER_DAY, ofAccount: config.TRANSLATION_WORDS_PER_DAY_OF_ACCOUNT },
    })
    const purging = startPurging(config.PURGE_EVERY, { sql: aloneSql, blobs, bus, publisher, now, log, metrics })
    return {
      routes,
      projections: projectionsWith(counters, purging.wake),
      sources: resyncSources,
      extend: async (context, earlier) => ({
        ...(await rightsOf(authorize, context, earlier)),
        deps,
        parser: parserOf(context),
      }),
      confirm: confirmWith(authorize),
      spool: deps.uploads.spool,
      async started() {
        if (blobFolder) await requireSharedFolder(bus, blobFolder, log)
      },
      dependsOn: async () => [
        { name: 'storage', missing: (await disk.isFree()) ? undefined : 'free space on the disk of DATA_DIR' },
      ],
      replay: () => replayParkedSpaces(jobSql()),
      jobs: [
        counting,
        publishing,
        startSweepingNotifications({ sql: jobSql, now, everySeconds: config.PURGE_EVERY, log }),
        ...startMailingNotifications(config, {
          ...{ sql: jobSql, now, isBarred, freshness, log },
          ...{ stopKey: addressing.key, internalKey: secretKey(config, 'internal.key') },
        }),
        startSweepingUploads({ sql: jobSql, blobs, now, everySeconds: config.PURGE_EVERY, log }),
        purging,
        startForgettingRepositories({ sql: jobSql, folders: git.folders, log }),
        indexing,
        processing,
        specificationReader,
        collecting,
        importing,
        following,
        ...[syncing, previewing, sealRenewal, translating, parsing, printer, search.index],
      ],
    }
  },
})

/** The parts of the service definition that need no configuration. */
export const content = {
  name: 'content',
  schema: { entities, migrations },
  projectsAccess: true,
} as const

/** Starts the service with the configuration of its environment. */
export async function startContent(env: NodeJS.ProcessEnv, options?: StartOptions): Promise<RunningService> {
  const config = loadConfig(ContentConfig, env, checkStorage)
  const warnings = configWarnings(ContentConfig, env, checkStorage)
  return startService(contentWith(await openBlobs(config)), config, { ...options, warnings })
}
