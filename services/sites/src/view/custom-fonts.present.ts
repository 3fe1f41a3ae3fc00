import { type CustomFont, customFontAddress, type SiteFileType } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

interface FoundFont {
  id: string
  font_family: string
  faces: { id: string; weight: number; type: SiteFileType }[]
}

/** Faces in the order of their weights. */
const faces = raw<FoundFont['faces']>`(
  select coalesce(json_agg(json_build_object('id', face.id, 'weight', face.weight, 'type', face.content_type)
    order by face.weight), '[]')
  from custom_font_face face where face.font_id = custom_font.id)`

const fontsOf = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('custom_font')
    .select(['custom_font.id', 'font_family', faces.as('faces')])
    .where('organization_id', '=', organizationId)

/** Returns the fonts of an organization as settings name them, in the order of their creation. */
export async function customFontsOf(sql: Sql, organizationId: string, publicUrl: string): Promise<CustomFont[]> {
  const rows = await fontsOf(sql, organizationId).orderBy('custom_font.id').execute()
  return rows.map((row) => definitionOf(row, publicUrl))
}

/**
 * Returns the fonts of an organization among these ids. Their rows are locked against changes, so that settings which
 * are written in the same transaction name the present files.
 */
export async function lockCustomFonts(
  sql: Sql,
  { organizationId, ids, publicUrl }: { organizationId: string; ids: readonly string[]; publicUrl: string },
): Promise<Map<string, CustomFont>> {
  if (ids.length === 0) return new Map()
  const locked = await sql
    .selectFrom('custom_font')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forShare()
    .execute()
  // A lock that waited was granted on the present row; only a later statement sees the files that belong to it.
  const rows = await fontsOf(sql, organizationId)
    .where('custom_font.id', '=', anyOf(locked.map(({ id }) => id)))
    .execute()
  return new Map(rows.map((row) => [row.id, definitionOf(row, publicUrl)]))
}

/** Returns one font; undefined if the organization has no such font. */
export async function customFontOf(
  sql: Sql,
  { organizationId, fontId, publicUrl }: { organizationId: string; fontId: string; publicUrl: string },
): Promise<CustomFont | undefined> {
  const row = await fontsOf(sql, organizationId).where('custom_font.id', '=', fontId).executeTakeFirst()
  return row && definitionOf(row, publicUrl)
}

const definitionOf = ({ id, font_family, faces }: FoundFont, publicUrl: string): CustomFont => ({
  ...{ id, custom: true, fontFamily: font_family },
  fontFaces: faces.map((face) => ({ weight: face.weight, sources: [sourceOf(face, publicUrl)] })),
})

function sourceOf({ id, type }: FoundFont['faces'][number], publicUrl: string) {
  const url = customFontAddress(publicUrl, id, type)
  // The interface has no names for the formats of unpacked fonts; their addresses tell them.
  return type === 'font/woff2' || type === 'font/woff'
    ? ({ url, format: type === 'font/woff' ? 'woff' : 'woff2' } as const)
    : { url }
}
