import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { DeletedOrganizationTables, ProjectedAccessTables } from '@quire/access'
import type { Emit, KitTables } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { AdsTables } from './tables/ads.tables.ts'
import type { CounterTables } from './tables/counters.tables.ts'
import type { AdaptiveTables, CustomizationTables } from './tables/customization.tables.ts'
import type { FontTables } from './tables/fonts.tables.ts'
import type { HistoryTables } from './tables/history.tables.ts'
import type { HostnameTables } from './tables/hostnames.tables.ts'
import type { InsightsTables } from './tables/insights.tables.ts'
import type { IntegrationTables } from './tables/integrations.tables.ts'
import type { McpServerTables } from './tables/mcp-servers.tables.ts'
import { PublishingAuthEntity, ShareLinkEntity } from './tables/publishing.entity.ts'
import { SiteRedirectEntity } from './tables/redirects.entity.ts'
import { SiteSectionEntity, SiteSectionGroupEntity } from './tables/site-sections.entity.ts'
import { SiteSpaceEntity } from './tables/site-spaces.entity.ts'
import { SiteEntity } from './tables/sites.entity.ts'

export const entities = [
  SiteEntity,
  SiteSpaceEntity,
  SiteSectionEntity,
  SiteSectionGroupEntity,
  ShareLinkEntity,
  PublishingAuthEntity,
  SiteRedirectEntity,
]

/** The tables of sites as rows, with the projections of people and content that decide access. */
export type Tables = InferKyselyDB<(typeof entities)[number], Record<never, never>> &
  ProjectedAccessTables &
  AdaptiveTables &
  AdsTables &
  CounterTables &
  CustomizationTables &
  DeletedOrganizationTables &
  FontTables &
  HistoryTables &
  HostnameTables &
  IntegrationTables &
  InsightsTables &
  McpServerTables & {
    /** People of all organizations, as events name them. */
    person: { id: string; email: string }
  } & KitTables
export type Sql = Kysely<Tables>

/** A write in progress: its transaction, and the outbox that commits with it. */
export interface Writer {
  sql: Sql
  emit: Emit
}
