import { contentAccessProjections, memberProjections } from '@quire/access'
import {
  DatabaseConfig,
  loadConfig,
  onApplied,
  openSealer,
  revocationKey,
  type ServiceDefinition,
  type StartOptions,
  startService,
} from '@quire/kit'
import { ParsingConfig } from '@quire/parsing'
import type { z } from 'zod'
import { deciding } from './access.ts'
import { adaptiveRoutes } from './adaptive/adaptive.routes.ts'
import { customizationRoutes } from './customization/customization.routes.ts'
import { entities, type Sql } from './database.ts'
import { HostnamesConfig } from './hostnames/config.ts'
import { dnsLookUp } from './hostnames/dns.ts'
import { hostnameRoutes } from './hostnames/hostnames.routes.ts'
import { startLooking } from './hostnames/looking.ts'
import { mcpServerRoutes } from './mcp-servers/mcp-servers.routes.ts'
import { migrations } from './migrations/index.ts'
import { openPages } from './pages/dependencies.ts'
import { siteToolRoutes } from './pages/mcp/site-tools.routes.ts'
import { visitRoutes } from './pages/routes/visit.routes.ts'
import { publishedRoutes, siteKeyRoutes } from './published/published.routes.ts'
import { publishedSiteRoutes } from './published-site/published-site.routes.ts'
import { publishingRoutes } from './publishing/publishing.routes.ts'
import { redirectRoutes } from './redirects/redirects.routes.ts'
import { startRenewing } from './sealed-values/job.ts'
import { sectionGroupRoutes } from './section-groups/section-groups.routes.ts'
import { sectionRoutes } from './sections/sections.routes.ts'
import { shareLinkSource } from './share-keys/share-links.state.ts'
import { shareLinkRoutes } from './share-links/share-links.routes.ts'
import { openSiteSigner } from './signing/site-signer.ts'
import { visitSigner } from './signing/site-tokens.ts'
import { siteAskRoutes } from './site-ask/site-ask.routes.ts'
import { siteSearchRoutes } from './site-search/site-search.routes.ts'
import { countersOfSpaces } from './site-spaces/counters.ts'
import { siteSpaceRoutes } from './site-spaces/site-spaces.routes.ts'
import { siteRoutes } from './sites/sites.routes.ts'
import { siteSpaceSource } from './states/site-spaces.state.ts'
import { siteSource } from './states/sites.state.ts'
import { structureRoutes } from './structure/structure.routes.ts'

/** What sites reads from its environment. */
const SitesConfig = DatabaseConfig.extend(ParsingConfig.shape).extend(HostnamesConfig.shape)
type SitesConfig = z.output<typeof SitesConfig>

/** Docs sites and the spaces on them; what it must know of people and content arrives as events. */
export const sites: ServiceDefinition<SitesConfig> = {
  name: 'sites',
  schema: { entities, migrations },
  projectsAccess: true,
  build({ config, database, publisher, positions, revocations, now, metrics, log }) {
    const signer = openSiteSigner(config, log)
    const deps = {
      publicUrl: config.PUBLIC_URL,
      now,
      isBarred: (memberId: string) => revocations.has('identity.member', memberId),
      isRevoked: (tokenId: string) => revocations.has('identity.token', tokenId),
      sealer: openSealer(config),
      signer,
      signVisit: visitSigner(signer),
      pages: openPages(config.PUBLIC_URL, { config, metrics, log }),
      onApplied: (look: () => void) => onApplied(positions, 'sites', look),
      onceRevoked: (tokenId: string, look: () => void) =>
        revocations.onceLearned(revocationKey('identity.token', tokenId), look),
      hostnames: {
        lookUp: dnsLookUp(config.DNS_SERVERS),
        sitesHost: config.SITES_HOST,
        allowed: config.HOSTNAMES_ALLOW,
      },
    }
    const sql = () => database.background as unknown as Sql
    const renewing = startRenewing({ sql, sealer: deps.sealer, log })
    return {
      routes: [
        ...siteRoutes,
        ...siteSpaceRoutes,
        ...sectionRoutes,
        ...sectionGroupRoutes,
        ...structureRoutes,
        ...adaptiveRoutes,
        ...customizationRoutes,
        ...mcpServerRoutes,
        ...shareLinkRoutes,
        ...publishingRoutes,
        ...redirectRoutes,
        ...publishedRoutes,
        ...publishedSiteRoutes,
        ...siteSearchRoutes,
        ...siteAskRoutes,
        ...siteKeyRoutes,
        ...hostnameRoutes,
        ...visitRoutes,
        ...siteToolRoutes,
      ],
      projections: [...memberProjections, ...contentAccessProjections, countersOfSpaces],
      sources: [siteSource(config.PUBLIC_URL), siteSpaceSource, shareLinkSource],
      jobs: [deps.pages.deriving, startLooking({ sql, publisher, deps, log }), renewing],
      ...deciding({ revocations, deps }),
    }
  },
}

/** Starts the service; throws one line per variable that is wrong. */
export const startSites = (env: NodeJS.ProcessEnv, options?: StartOptions) =>
  startService(sites, loadConfig(SitesConfig, env), options)
