import { contentAccessProjections, memberProjections } from '@quire/access'
import {
  DatabaseConfig,
  loadConfig,
  openSealer,
  type ServiceDefinition,
  type StartOptions,
  startService,
} from '@quire/kit'
import { deciding } from './access.ts'
import { adaptiveRoutes } from './adaptive/adaptive.routes.ts'
import { customizationRoutes } from './customization/customization.routes.ts'
import { entities } from './database.ts'
import { mcpServerRoutes } from './mcp-servers/mcp-servers.routes.ts'
import { migrations } from './migrations/index.ts'
import { sectionGroupRoutes } from './section-groups/section-groups.routes.ts'
import { sectionRoutes } from './sections/sections.routes.ts'
import { countersOfSpaces } from './site-spaces/counters.ts'
import { siteSpaceRoutes } from './site-spaces/site-spaces.routes.ts'
import { siteRoutes } from './sites/sites.routes.ts'
import { siteSpaceSource } from './states/site-spaces.state.ts'
import { siteSource } from './states/sites.state.ts'
import { structureRoutes } from './structure/structure.routes.ts'

/** Docs sites and the spaces on them; what it must know of people and content arrives as events. */
export const sites: ServiceDefinition = {
  name: 'sites',
  schema: { entities, migrations },
  projectsAccess: true,
  build: ({ config, revocations, now }) => ({
    routes: [
      ...siteRoutes,
      ...siteSpaceRoutes,
      ...sectionRoutes,
      ...sectionGroupRoutes,
      ...structureRoutes,
      ...adaptiveRoutes,
      ...customizationRoutes,
      ...mcpServerRoutes,
    ],
    projections: [...memberProjections, ...contentAccessProjections, countersOfSpaces],
    sources: [siteSource(config.PUBLIC_URL), siteSpaceSource],
    ...deciding({ revocations, deps: { publicUrl: config.PUBLIC_URL, sealer: openSealer(config), now } }),
  }),
}

/** Starts the service; throws one line per variable that is wrong. */
export const startSites = (env: NodeJS.ProcessEnv, options?: StartOptions) =>
  startService(sites, loadConfig(DatabaseConfig, env), options)
