import { insightsRoutes, pageEventRoutes } from './insights/insights.routes.ts'
import type { InsightsNeeds } from './insights/insights-config.ts'
import type { AggregateNeeds } from './insights/queries/aggregate.ts'
import { integrationEventRoutes } from './integrations/events/events.routes.ts'
import type { DeliveryNeeds } from './integrations/events/installation-events.ts'
import {
  siteInstallationRoutes,
  spaceInstallationRoutes,
} from './integrations/installations/content-installations.routes.ts'
import { installationRoutes } from './integrations/installations/installations.routes.ts'
import { enabledIntegrationRoutes, integrationRoutes } from './integrations/published/integrations.routes.ts'
import type { PublishingNeeds } from './integrations/published/publish-integration.ts'
import type { RenderingNeeds } from './integrations/rendering/render-component.ts'
import { renderingRoutes } from './integrations/rendering/rendering.routes.ts'
import { siteScriptRoutes } from './integrations/scripts/scripts.routes.ts'
import type { ScriptNeeds } from './integrations/scripts/site-scripts.ts'
import { integrationGrantRoutes } from './integrations/tokens/grants.routes.ts'
import { integrationTokenRoutes } from './integrations/tokens/tokens.routes.ts'
import { integrationWebRoutes } from './integrations/web/fetch-from-bundle.ts'
import { type AdsNeeds, adsRoutes } from './management/ads/ads.routes.ts'
import { customizationRoutes } from './management/customization/customization.routes.ts'
import type { UploadNeeds } from './management/customization/put-site-file.ts'
import { customFontRoutes } from './management/fonts/custom-fonts.routes.ts'
import { printFontRoutes } from './management/fonts/print-fonts.routes.ts'
import { hostnameRoutes } from './management/hostnames/hostnames.routes.ts'
import type { HostnameNeeds } from './management/hostnames/hostnames-config.ts'
import { mcpServerRoutes } from './management/mcp-servers/mcp-servers.routes.ts'
import { adaptiveRoutes } from './management/publishing/adaptive.routes.ts'
import { publishingRoutes } from './management/publishing/publishing.routes.ts'
import { shareLinkRoutes } from './management/publishing/share-links.routes.ts'
import { redirectRoutes } from './management/redirects/redirects.routes.ts'
import { siteRoutes } from './management/sites/sites.routes.ts'
import { sectionGroupRoutes } from './management/structure/section-groups.routes.ts'
import { sectionRoutes } from './management/structure/sections.routes.ts'
import { siteSpaceRoutes } from './management/structure/site-spaces.routes.ts'
import { structureRoutes } from './management/structure/structure.routes.ts'
import { aiResponseRoutes } from './website/ask/ai-responses.routes.ts'
import { siteAskRoutes } from './website/ask/site-ask.routes.ts'
import { siteToolRoutes } from './website/mcp/site-tools.routes.ts'
import type { WebsiteNeeds } from './website/pages-dependencies.ts'
import { type PublishedNeeds, publishedRoutes, siteKeyRoutes } from './website/published/published.routes.ts'
import { publishedSiteRoutes } from './website/published/published-site.routes.ts'
import type { RenderedNeeds } from './website/rendered/present-rendered.ts'
import { renderedPageRoutes } from './website/rendered/rendered-pages.routes.ts'
import { siteSearchRoutes } from './website/search/site-search.routes.ts'
import { memberVisitRoutes, toolAccessRoutes } from './website/visit/member-visits.routes.ts'
import { visitRoutes } from './website/visit/visit.routes.ts'

/** The dependencies that some handlers take in addition to those of every handler. */
export type SitesNeeds = AdsNeeds &
  AggregateNeeds &
  DeliveryNeeds &
  HostnameNeeds &
  InsightsNeeds &
  PublishedNeeds &
  PublishingNeeds &
  RenderedNeeds &
  RenderingNeeds &
  ScriptNeeds &
  UploadNeeds &
  WebsiteNeeds

/** The handlers of all operations of sites. */
export const routes = [
  adaptiveRoutes,
  adsRoutes,
  customFontRoutes,
  customizationRoutes,
  enabledIntegrationRoutes,
  hostnameRoutes,
  installationRoutes,
  integrationEventRoutes,
  integrationRoutes,
  insightsRoutes,
  integrationGrantRoutes,
  integrationTokenRoutes,
  integrationWebRoutes,
  mcpServerRoutes,
  memberVisitRoutes,
  pageEventRoutes,
  printFontRoutes,
  publishedRoutes,
  publishedSiteRoutes,
  publishingRoutes,
  redirectRoutes,
  sectionGroupRoutes,
  sectionRoutes,
  shareLinkRoutes,
  renderedPageRoutes,
  renderingRoutes,
  siteAskRoutes,
  aiResponseRoutes,
  siteInstallationRoutes,
  siteKeyRoutes,
  siteRoutes,
  siteScriptRoutes,
  siteSearchRoutes,
  siteSpaceRoutes,
  siteToolRoutes,
  spaceInstallationRoutes,
  structureRoutes,
  toolAccessRoutes,
  visitRoutes,
].flat()
