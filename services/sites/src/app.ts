import { startOrganizationPurges } from '@quire/access'
import {
  configWarnings,
  DatabaseConfig,
  DiskConfig,
  guardedPoster,
  type Logger,
  type Loop,
  loadConfig,
  OutboundAllow,
  onApplied,
  openReserve,
  openSealer,
  revocationKey,
  type ServiceDefinition,
  type StartOptions,
  startSealRenewal,
  startService,
  unavailable,
} from '@quire/kit'
import { ParsingConfig } from '@quire/parsing'
import { z } from 'zod'
import { accessDecisions } from './access.ts'
import { openSiteSigner } from './audience/site-signer.ts'
import { visitSigner } from './audience/site-tokens.ts'
import type { SitesDependencies } from './context.ts'
import { entities, type Sql } from './database.ts'
import { InsightsConfig, openInsights } from './insights/insights-config.ts'
import { createQueryTurns } from './insights/queries/aggregate.ts'
import { startInsightsUpkeep } from './insights/rollup/upkeep.ts'
import { BundlesConfig, openBundles } from './integrations/bundles/bundles.ts'
import { startDelivering } from './integrations/delivery/deliver-events.ts'
import { startSweepingEvents } from './integrations/delivery/sweep-events.ts'
import { createVisitorEvents } from './integrations/events/visitor-events.ts'
import { startSweepingSiteFiles } from './management/customization/sweep-site-files.ts'
import { startDnsChecks } from './management/hostnames/dns-checks.ts'
import { HostnamesConfig, openHostnames } from './management/hostnames/hostnames-config.ts'
import { sealedColumns } from './management/sealed-columns.ts'
import { hasMoreOf, purgeOrganization } from './management/sites/purge-organization.ts'
import { migrations } from './migrations/index.ts'
import { shareLinkSource } from './model/share-links.state.ts'
import { siteSpaceSource } from './model/site-spaces.state.ts'
import { siteSource } from './model/sites.state.ts'
import { projectionsWith } from './projections/projections.ts'
import { routes, type SitesNeeds } from './routes.ts'
import { openPages } from './website/pages-dependencies.ts'
import { createRenderTurns } from './website/rendered/rendered-pages.routes.ts'

const { PARSING_MEMORY_MB: threadMemory } = ParsingConfig.shape

/** Settings that sites reads from its environment. */
export const SitesConfig = DatabaseConfig.extend(ParsingConfig.shape)
  .extend(HostnamesConfig.shape)
  .extend(InsightsConfig.shape)
  .extend(DiskConfig.shape)
  .extend(BundlesConfig.shape)
  .extend({
    OUTBOUND_ALLOW: OutboundAllow.describe(
      '`host:port,…` that endpoints of integrations may have although the address is private, or without https.',
    ),
    SITE_SCRIPTS: z
      .enum(['own-host', 'everywhere'])
      .default('own-host')
      .describe(
        'Pages that load scripts of integrations: those at a host of the site, or also those beneath `PUBLIC_URL`, where sites of all organizations are ([scripts](../interface.md#scripts-on-published-pages)).',
      ),
    SITE_SCRIPT_HOSTS: z
      .string()
      .toLowerCase()
      .default('')
      .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
      .describe('Hosts, besides well-known ones, from which sites may load scripts, separated by commas.'),
  })
  .extend({
    DATA_DIR: z
      .string()
      .min(1)
      .optional()
      .describe('Folder on the disk of the databases, if that is a disk of this machine.'),
  })
  .extend({
    ADS_PARTNER_KEY: z
      .string()
      .min(16)
      .optional()
      .describe(
        'Key with which an advertiser reviews sites ([advertisements](../interface.md#advertisements)); without it nobody does.',
      ),
  })
  // A thread renders short texts here, beside caches that take most of the memory of the process.
  .extend({
    PARSING_MEMORY_MB: threadMemory
      .unwrap()
      .default(96)
      .describe(threadMemory.description ?? ''),
  })
type SitesConfig = z.output<typeof SitesConfig>

/** The service of docs sites and the spaces on them. People and content arrive as events. */
export const sites: ServiceDefinition<SitesConfig> = {
  name: 'sites',
  schema: { entities, migrations },
  projectsAccess: true,
  build({ config, database, bus, publisher, positions, freshness, revocations, now, metrics, log }) {
    const signer = openSiteSigner(config, log)
    const sql = () => database.background as unknown as Sql
    const endpoints = guardedPoster({ allow: config.OUTBOUND_ALLOW })
    const bundles = openBundles({ config, log })
    const deps: SitesDependencies & SitesNeeds = {
      publicUrl: config.PUBLIC_URL,
      now,
      isBarred: (memberId) => revocations.has('identity.member', memberId),
      isRevoked: (tokenId) => revocations.has('identity.token', tokenId),
      requireFreshAccess() {
        if (freshness.ageMs() > config.ACCESS_STALENESS_MAX * 1000)
          throw unavailable('Access rights could not be refreshed recently enough to decide.', 5, 'staleness')
      },
      isInsightsOn: config.INSIGHTS,
      sealer: openSealer(config),
      signer,
      signVisit: visitSigner(signer),
      pages: openPages(config.PUBLIC_URL, { config, metrics, log }),
      onApplied: (look) => onApplied(positions, 'sites', look),
      onceRevoked: (tokenId, look) => revocations.onceLearned(revocationKey('identity.token', tokenId), look),
      hostnames: openHostnames(config),
      outboundAllow: config.OUTBOUND_ALLOW,
      wakeDelivery: () => delivery.wake(),
      endpoints,
      bundles,
      scripts: { hosts: config.SITE_SCRIPT_HOSTS, areEverywhere: config.SITE_SCRIPTS === 'everywhere' },
      insights: openInsights({
        ...{ config, sql, now },
        announce: createVisitorEvents({ sql, now, wake: () => delivery.wake() }),
      }),
      queryTurns: createQueryTurns(),
      renderTurns: createRenderTurns(),
      adsPartnerKey: config.ADS_PARTNER_KEY,
      async requireRoom(bytes) {
        if (config.DATA_DIR) await openReserve(config.DATA_DIR, config.DISK_RESERVE_BYTES).requireRoom(bytes)
      },
    }
    const delivery = startDelivery({ sql, deps, log })
    const sealRenewal = startSealRenewal({ sql, columns: sealedColumns, sealer: deps.sealer, log })
    const organizationPurges = startOrganizationPurges({
      ...{ service: 'sites', sql: () => database.alone as unknown as Sql, bus, log },
      purge: (one, id, signal) => purgeOrganization({ sql: one, publisher, signal }, id),
      hasMore: hasMoreOf,
    })
    return {
      routes,
      projections: projectionsWith({ delivery: () => delivery.wake(), purges: organizationPurges.wake }),
      sources: [siteSource(config.PUBLIC_URL), siteSpaceSource, shareLinkSource],
      jobs: [
        deps.pages.renderWorkers,
        startDnsChecks({ sql, publisher, deps, log }),
        startSweepingSiteFiles({ sql, now, log }),
        startInsightsUpkeep({ sql, now, log, retentionDays: config.INSIGHTS_RETENTION_DAYS }),
        sealRenewal,
        delivery,
        startSweepingEvents({ sql, log }),
        organizationPurges,
      ],
      ...accessDecisions({ revocations, deps, sql: () => database.em.getConnection().getClient() as unknown as Sql }),
    }
  },
}

interface DeliveryParts {
  sql: () => Sql
  deps: Pick<SitesDependencies & SitesNeeds, 'sealer' | 'publicUrl' | 'now' | 'signer' | 'endpoints' | 'bundles'>
  log: Logger
}

/** Starts delivering events to endpoints and bundles; connections and processes end when it stops. */
function startDelivery({ sql, deps, log }: DeliveryParts): Loop {
  const { wake, stop } = startDelivering({ ...deps, sql, log })
  return {
    wake,
    async stop() {
      await stop()
      await deps.endpoints[Symbol.asyncDispose]()
      await deps.bundles[Symbol.asyncDispose]()
    },
  }
}

/** Starts the service; throws one line per variable that is wrong. */
export const startSites = (env: NodeJS.ProcessEnv, options?: StartOptions) =>
  startService(sites, loadConfig(SitesConfig, env), { ...options, warnings: configWarnings(SitesConfig, env) })
