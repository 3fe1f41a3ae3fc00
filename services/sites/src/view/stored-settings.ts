import type { CustomizationInput, SiteCustomizationSettings, SiteSpaceCustomizationSettings } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { Sql } from '../database.ts'
import { effectiveSettings } from './effective-settings.ts'

/** Returns the stored settings of a site; undefined if it has the defaults. */
export async function storedSiteSettings(sql: Sql, siteId: string): Promise<CustomizationInput | undefined> {
  const row = await sql
    .selectFrom('site_customization')
    .select('settings')
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row?.settings
}

/** Returns the settings that a site space overrides; undefined if there are none. */
export async function storedSiteSpaceSettings(sql: Sql, siteSpaceId: string): Promise<CustomizationInput | undefined> {
  const row = await sql
    .selectFrom('site_space_customization')
    .select('settings')
    .where('site_space_id', '=', siteSpaceId)
    .executeTakeFirst()
  return row?.settings
}

/**
 * Returns the settings of a site and, by id, of those of the given site spaces that have overrides. The caller passes
 * only ids that its own caller may see. Each may take 128 kB.
 */
export async function customizationsOf(
  sql: Sql,
  siteId: string,
  siteSpaceIds: readonly string[],
): Promise<{ site: SiteCustomizationSettings; siteSpaces: Record<string, SiteCustomizationSettings> }> {
  const stored = await storedSiteSettings(sql, siteId)
  const rows = await sql
    .selectFrom('site_space_customization')
    .select(['site_space_id', 'settings'])
    .where('site_space_id', '=', anyOf(siteSpaceIds))
    .execute()
  const own = rows.map((row) => [row.site_space_id, effectiveSettings(stored, row.settings)] as const)
  return { site: effectiveSettings(stored), siteSpaces: Object.fromEntries(own) }
}

/** Presents the effective settings of a site space, and whether it has overrides. */
export async function presentSiteSpaceSettings(
  sql: Sql,
  { id, site_id }: { id: string; site_id: string },
): Promise<SiteSpaceCustomizationSettings> {
  const own = await storedSiteSpaceSettings(sql, id)
  return { ...effectiveSettings(await storedSiteSettings(sql, site_id), own), hasOverrides: own !== undefined }
}
