import { type CustomFont, type CustomizationInput, siteFileIn } from '@quire/contracts'
import { anyOf, badRequest } from '@quire/kit'
import type { Sql } from '../../database.ts'

/** A file that no setting names lasts this long, so that there is time to name it. */
const retentionMs = 24 * 3600_000
export const retainedUntil = (now: Date): Date => new Date(now.getTime() + retentionMs)

interface NamedAddress {
  /** The path in the body, as errors name it. */
  field: string
  url: string
  kind: 'picture' | 'font'
  /** The id of the font whose source it is. */
  font?: string
  /** The format that the settings say a font has. */
  format?: string | undefined
}

interface NamedSettings {
  siteId: string
  body: CustomizationInput
  stored: CustomizationInput | undefined
  /** The custom fonts of the organization among the fonts of the body, by id. */
  fonts?: ReadonlyMap<string, CustomFont>
  now: Date
}

/**
 * Throws 400, naming the field, if settings name a file that was not uploaded to this site, a font in the place of a
 * picture, or a font at any other address, from which no page would load it. Files that the settings had before are not
 * checked again. Named files are retained: the lock on their rows keeps the sweep away until the settings are stored.
 */
export async function requireFiles(
  sql: Sql,
  { siteId, body, stored = {}, fonts = new Map(), now }: NamedSettings,
): Promise<void> {
  const before = new Set(addressesIn(stored).map(({ url }) => url))
  const named = addressesIn(body)
    .filter(({ url, font }) => !before.has(url) && !(font !== undefined && fonts.has(font)))
    .map((one) => ({ ...one, id: siteFileIn(one.url, siteId)?.id }))
  const foreign = named.find(({ id, kind }) => id === undefined && kind === 'font')
  if (foreign)
    throw badRequest(
      foreign.field,
      'must be the address of a font that was uploaded to this site, or of a custom font of the organization, with its id',
    )
  const ids = named.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  const rows = await sql
    .updateTable('site_file')
    .set({ kept_until: retainedUntil(now) })
    .where('site_id', '=', siteId)
    .where('id', '=', anyOf(ids))
    .returning(['id', 'kind', 'content_type'])
    .execute()
  const files = new Map(rows.map((row) => [row.id, row]))
  for (const { field, id, kind, format } of named) {
    if (id === undefined) continue
    const found = files.get(id)
    if (found === undefined) throw badRequest(field, 'is no file of this site: upload it again')
    if (found.kind !== kind) throw badRequest(field, `is a ${found.kind}, and must be a ${kind}`)
    if (format !== undefined && found.content_type !== `font/${format}`)
      throw badRequest(field.replace(/url$/, 'format'), `must fit the file, which is ${found.content_type}`)
  }
}

function addressesIn({ header, footer, favicon, socialPreview, styling }: CustomizationInput): NamedAddress[] {
  const themed = { 'header.logo': header?.logo, 'footer.logo': footer?.logo, 'favicon.icon': favicon?.icon }
  const pictures = Object.entries(themed).flatMap(([name, value]) =>
    value ? (['light', 'dark'] as const).map((mode) => ({ field: `body.${name}.${mode}`, url: value[mode] })) : [],
  )
  const social = socialPreview?.url ? [{ field: 'body.socialPreview.url', url: socialPreview.url }] : []
  return [
    ...[...pictures, ...social].map((one) => ({ ...one, kind: 'picture' as const })),
    ...sourcesOf('body.styling.font', styling?.font),
    ...sourcesOf('body.styling.monospaceFont', styling?.monospaceFont),
  ]
}

function sourcesOf(field: string, font: CustomFont | string | null | undefined): NamedAddress[] {
  if (typeof font !== 'object' || font === null) return []
  return font.fontFaces.flatMap(({ sources }, face) =>
    sources.map(({ url, format }, at) => ({
      field: `${field}.fontFaces.${face}.sources.${at}.url`,
      url,
      font: font.id,
      format,
      kind: 'font' as const,
    })),
  )
}
