import type { CustomizationInput, SiteCustomizationSettings } from '@quire/contracts'
import { largestCustomization } from '@quire/contracts'
import { anyOf, badRequest } from '@quire/kit'
import type { Sql } from '../database.ts'
import { effectiveSettings } from './settings.ts'

/** What is kept of a site's settings; undefined where it has the defaults. */
export async function keptOfSite(sql: Sql, siteId: string): Promise<CustomizationInput | undefined> {
  const row = await sql
    .selectFrom('site_customization')
    .select('settings')
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row?.settings
}

/** Replaces them. */
export async function keepOfSite(sql: Sql, siteId: string, kept: CustomizationInput): Promise<void> {
  const settings = written(kept)
  await sql
    .insertInto('site_customization')
    .values({ site_id: siteId, settings })
    .onConflict((on) => on.column('site_id').doUpdateSet({ settings }))
    .execute()
}

/** What a site space has otherwise than its site; undefined where that is nothing. */
export async function keptOfSiteSpace(sql: Sql, siteSpaceId: string): Promise<CustomizationInput | undefined> {
  const row = await sql
    .selectFrom('site_space_customization')
    .select('settings')
    .where('site_space_id', '=', siteSpaceId)
    .executeTakeFirst()
  return row?.settings
}

/** Replaces it; nothing is kept of a site space that has nothing otherwise. */
export async function keepOfSiteSpace(sql: Sql, siteSpaceId: string, kept: CustomizationInput): Promise<void> {
  if (Object.keys(kept).length === 0) return void (await forgetOfSiteSpace(sql, siteSpaceId))
  const settings = written(kept)
  await sql
    .insertInto('site_space_customization')
    .values({ site_space_id: siteSpaceId, settings })
    .onConflict((on) => on.column('site_space_id').doUpdateSet({ settings }))
    .execute()
}

/** Answers whether there was anything to forget. */
export async function forgetOfSiteSpace(sql: Sql, siteSpaceId: string): Promise<boolean> {
  const gone = await sql
    .deleteFrom('site_space_customization')
    .where('site_space_id', '=', siteSpaceId)
    .returning('site_space_id')
    .execute()
  return gone.length > 0
}

/** Many changes may add up to more than one request may hold: 400 there. */
function written(kept: CustomizationInput): string {
  const settings = JSON.stringify(kept)
  if (Buffer.byteLength(settings) > largestCustomization)
    throw badRequest('body', `makes the settings larger than ${largestCustomization} bytes`)
  return settings
}

/**
 * The settings of a site and, by their ids, of those of the given site spaces that have settings of their own: whoever
 * asks names only such as their reader may know of. Each has up to 128 kB.
 */
export async function customizationsOf(
  sql: Sql,
  siteId: string,
  siteSpaceIds: readonly string[],
): Promise<{ site: SiteCustomizationSettings; siteSpaces: Record<string, SiteCustomizationSettings> }> {
  const kept = await keptOfSite(sql, siteId)
  const rows = await sql
    .selectFrom('site_space_customization')
    .select(['site_space_id', 'settings'])
    .where('site_space_id', '=', anyOf(siteSpaceIds))
    .execute()
  const own = rows.map((row) => [row.site_space_id, effectiveSettings(kept, row.settings)] as const)
  return { site: effectiveSettings(kept), siteSpaces: Object.fromEntries(own) }
}
