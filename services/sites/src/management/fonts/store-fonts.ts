import { conflict, newSecretId, Refusal } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { FontFile } from './read-font-files.ts'

const megabyte = 1024 ** 2
/** Quotas of one organization. */
const organizationQuota = { fonts: 20, bytes: 100 * megabyte }
/** Quota of one person in all organizations, since anybody may create as many as they like. */
const personBytes = 300 * megabyte
const lockSeed = 4

/** Serializes the writers of fonts of an organization, and those of one person, so that quotas hold. */
export async function lockFonts(sql: Sql, organizationId: string, userId: string): Promise<void> {
  for (const key of [`fonts of ${organizationId}`, `fonts by ${userId}`])
    await raw`select pg_advisory_xact_lock(hashtextextended(${key}, ${raw.lit(lockSeed)}))`.execute(sql)
}

/** Stores the files of a font, each under a new address. The font has no face of these weights. */
export async function storeFaces(sql: Sql, fontId: string, files: readonly FontFile[]): Promise<void> {
  for (const { weight, contentType, sha256, bytes } of files)
    await sql
      .insertInto('custom_font_face')
      .values({
        ...{ id: newSecretId(), font_id: fontId, weight, content_type: contentType },
        ...{ sha256, size: bytes.length, bytes },
      })
      .execute()
}

/** Throws 409 or 429 if what the transaction has stored exceeds a quota. */
export async function requireRoomFor(sql: Sql, organizationId: string, userId: string): Promise<void> {
  const bytes = raw<number>`coalesce(sum((select sum(size) from custom_font_face where font_id = custom_font.id)), 0)::float`
  const ofOrganization = await sql
    .selectFrom('custom_font')
    .select([raw<number>`count(*)::integer`.as('fonts'), bytes.as('bytes')])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (ofOrganization.fonts > organizationQuota.fonts || ofOrganization.bytes > organizationQuota.bytes)
    throw conflict(
      `An organization has ${organizationQuota.fonts} custom fonts of ${organizationQuota.bytes} bytes at most: delete one first.`,
    )
  const ofPerson = await sql
    .selectFrom('custom_font')
    .select(bytes.as('bytes'))
    .where('created_by', '=', userId)
    .executeTakeFirstOrThrow()
  if (ofPerson.bytes > personBytes)
    throw new Refusal(
      429,
      'You have stored as many custom fonts as one person may.',
      { 'Retry-After': '3600' },
      'fonts',
    )
}
