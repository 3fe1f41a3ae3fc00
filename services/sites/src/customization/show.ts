import type { SiteSpaceCustomizationSettings } from '@quire/contracts'
import type { Sql } from '../database.ts'
import { keptOfSite, keptOfSiteSpace } from './kept.ts'
import { effectiveSettings } from './settings.ts'

/** What is in force on a site space, and whether it has any settings of its own. */
export async function showOfSiteSpace(
  sql: Sql,
  { id, site_id }: { id: string; site_id: string },
): Promise<SiteSpaceCustomizationSettings> {
  const own = await keptOfSiteSpace(sql, id)
  return { ...effectiveSettings(await keptOfSite(sql, site_id), own), hasOverrides: own !== undefined }
}
