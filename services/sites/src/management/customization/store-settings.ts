import { type CustomizationInput, maxCustomizationBytes } from '@quire/contracts'
import { badRequest } from '@quire/kit'
import type { Sql } from '../../database.ts'

/** Replaces the stored settings of a site. */
export async function storeSiteSettings(sql: Sql, siteId: string, stored: CustomizationInput): Promise<void> {
  const settings = serialized(stored)
  await sql
    .insertInto('site_customization')
    .values({ site_id: siteId, settings })
    .onConflict((on) => on.column('site_id').doUpdateSet({ settings }))
    .execute()
}

/** Replaces the overrides of a site space, and deletes the row if none are left. */
export async function storeSiteSpaceSettings(sql: Sql, siteSpaceId: string, stored: CustomizationInput): Promise<void> {
  if (Object.keys(stored).length === 0) return void (await deleteSiteSpaceSettings(sql, siteSpaceId))
  const settings = serialized(stored)
  await sql
    .insertInto('site_space_customization')
    .values({ site_space_id: siteSpaceId, settings })
    .onConflict((on) => on.column('site_space_id').doUpdateSet({ settings }))
    .execute()
}

/** Deletes the overrides of a site space; returns false if there were none. */
export async function deleteSiteSpaceSettings(sql: Sql, siteSpaceId: string): Promise<boolean> {
  const removed = await sql
    .deleteFrom('site_space_customization')
    .where('site_space_id', '=', siteSpaceId)
    .returning('site_space_id')
    .execute()
  return removed.length > 0
}

/** Serializes settings; throws 400 if many changes have added up to more than one request may hold. */
function serialized(stored: CustomizationInput): string {
  const settings = JSON.stringify(stored)
  if (Buffer.byteLength(settings) > maxCustomizationBytes)
    throw badRequest('body', `makes the settings larger than ${maxCustomizationBytes} bytes`)
  return settings
}
