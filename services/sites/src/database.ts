import type { InferKyselyDB } from '@mikro-orm/postgresql'
import type { ProjectedAccessTables } from '@quire/access'
import type { KitTables } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { AdaptiveTables } from './adaptive/adaptive.tables.ts'
import type { CustomizationTables } from './customization/customization.tables.ts'
import type { HostnameTables } from './hostnames/hostnames.tables.ts'
import type { McpServerTables } from './mcp-servers/mcp-servers.tables.ts'
import { SiteRedirectEntity } from './redirects/redirects.entity.ts'
import { ShareLinkEntity } from './share-keys/share-links.entity.ts'
import type { CounterTables } from './site-spaces/counters.ts'
import { SiteSectionGroupEntity } from './states/site-section-groups.entity.ts'
import { SiteSectionEntity } from './states/site-sections.entity.ts'
import { SiteSpaceEntity } from './states/site-spaces.entity.ts'
import { SiteEntity } from './states/sites.entity.ts'
import { PublishingAuthEntity } from './visitors/publishing-auth.entity.ts'

export const entities = [
  SiteEntity,
  SiteSpaceEntity,
  SiteSectionEntity,
  SiteSectionGroupEntity,
  ShareLinkEntity,
  PublishingAuthEntity,
  SiteRedirectEntity,
]

/** Sites' tables as rows: its own, and what it keeps of people and content to decide access. */
export type Tables = InferKyselyDB<(typeof entities)[number], Record<never, never>> &
  ProjectedAccessTables &
  AdaptiveTables &
  CounterTables &
  CustomizationTables &
  HostnameTables &
  McpServerTables &
  KitTables
export type Sql = Kysely<Tables>
