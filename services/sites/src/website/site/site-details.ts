import type { CustomizationInput, GitSyncState } from '@quire/contracts'
import { statement } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import { type StoredScript, storedScripts } from '../../integrations/scripts/site-scripts.ts'

/** A section, or a group of sections. */
interface Outlined {
  id: string
  /** The containing group; null at the top. */
  parent: string | null
  title: string
  description: string | null
  icon: string | null
  order: string
}

interface VisibleSpace {
  revision: string
  title: string
  emoji: string | null
  icon: string | null
  language: string | null
  /** Null also for states of before spaces had one. */
  gitSync: GitSyncState | null
}

/** The data that a site's pages show, besides what decides who may read it. */
export interface SiteDetails {
  spaces: Record<string, VisibleSpace>
  sections: Outlined[]
  groups: Outlined[]
  settings: CustomizationInput | null
  /** The overrides of the site space that is being read. */
  own: CustomizationInput | null
  /** The scripts of integrations that are enabled on the site. */
  scripts: StoredScript[]
  /** True if the organization has AI features on. */
  ai: boolean
}

interface DetailsOf {
  siteId: string
  siteSpaceId: string
  spaceIds: string[]
}

/** Reads the details in one statement, because every visit reads them. */
export async function readDetails(sql: Sql, of: DetailsOf): Promise<SiteDetails> {
  const [details] = await read(sql, of)
  if (!details) throw new Error('a statement without a source had no row')
  return details
}

const read = statement<DetailsOf, SiteDetails>(
  ({ siteId, siteSpaceId, spaceIds }) => raw`
    select
      (select coalesce(jsonb_object_agg(space.id, jsonb_build_object(
        'revision', state->'revision', 'title', state->'title', 'emoji', state->'emoji', 'icon', state->'icon',
        'language', state->'language', 'gitSync', state->'gitSync')), '{}')
        from space where id = any(${spaceIds}::text[])) as spaces,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'parent', group_id, 'title', title,
        'description', description, 'icon', icon, 'order', order_key)), '[]')
        from site_section where site_id = ${siteId}) as sections,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'parent', parent_id, 'title', title,
        'description', null, 'icon', icon, 'order', order_key)), '[]')
        from site_section_group where site_id = ${siteId}) as groups,
      (select settings from site_customization where site_id = ${siteId}) as settings,
      (select settings from site_space_customization where site_space_id = ${siteSpaceId}) as own,
      ${storedScripts(siteId)} as scripts,
      (select coalesce((organization.state->'ai')::boolean, true) from organization join site on site.organization_id = organization.id
        where site.id = ${siteId}) as ai`,
)
