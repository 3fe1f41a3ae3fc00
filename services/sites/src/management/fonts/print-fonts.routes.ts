import {
  type CustomFont,
  customFontFileIn,
  customFontPath,
  type PrintFont,
  printFontOperations,
  siteFileIn,
} from '@quire/contracts'
import { sql as raw } from 'kysely'
import { implement } from '../../context.ts'
import type { Sql } from '../../database.ts'

/** A bold face is one of at least this weight, and best of 700. */
const leastBold = 600
const bold = 700
const regular = 400

/** The fonts that PDFs of a space are set in (docs/interface.md#pdf). */
export const printFontRoutes = implement(printFontOperations, {
  async findPrintFonts({ sql, params }) {
    const found = await fontsOfSite(sql, params.spaceId)
    if (!found) return {}
    const { site_id: siteId, font, monospace_font: monospaceFont } = found
    const [text, code] = [printFont(font, siteId), printFont(monospaceFont, siteId)]
    return { ...(text && { text }), ...(code && { code }) }
  },

  async readPrintFont({ sql, body }) {
    const [kind, ...ids] = body.file.split('/')
    const bytes = kind === 'site' ? await siteFile(sql, ids) : await fontFace(sql, ids)
    return bytes ? { base64: bytes.toString('base64') } : {}
  },
})

/** Of several sites that show the space, a published one decides, and of these the oldest. */
const fontsOfSite = (sql: Sql, spaceId: string) =>
  sql
    .selectFrom('site_space')
    .innerJoin('site', 'site.id', 'site_space.site_id')
    .leftJoin('site_customization', 'site_customization.site_id', 'site.id')
    .select([
      'site.id as site_id',
      raw<CustomFont | string | null>`site_customization.settings #> '{styling,font}'`.as('font'),
      raw<CustomFont | string | null>`site_customization.settings #> '{styling,monospaceFont}'`.as('monospace_font'),
    ])
    .where('site_space.space_id', '=', spaceId)
    .orderBy('site.published', 'desc')
    .orderBy('site.id')
    .limit(1)
    .executeTakeFirst()

/** Returns the regular and the bold face of an uploaded font; undefined for a font that Quire ships. */
function printFont(font: CustomFont | string | null, siteId: string): PrintFont | undefined {
  if (font === null || typeof font === 'string') return undefined
  const faces = font.fontFaces.flatMap(({ weight, sources }) => {
    const [file] = sources.flatMap(({ url }) => fileOf(url, siteId) ?? [])
    return file === undefined ? [] : [{ weight, file }]
  })
  const chosen = [
    nearest(faces, regular),
    nearest(
      faces.filter(({ weight }) => weight >= leastBold),
      bold,
    ),
  ]
  const different = [...new Set(chosen.filter((face) => face !== undefined))]
  return different.length === 0 ? undefined : { fontFamily: font.fontFamily, faces: different }
}

function fileOf(url: string, siteId: string): string | undefined {
  const face = customFontFileIn(customFontPath(url) ?? '')
  if (face !== undefined) return `font/${face}`
  const uploaded = siteFileIn(url, siteId)
  return uploaded && `site/${siteId}/${uploaded.id}`
}

const nearest = <Face extends { weight: number }>(faces: readonly Face[], wanted: number): Face | undefined =>
  faces.toSorted((a, b) => Math.abs(a.weight - wanted) - Math.abs(b.weight - wanted))[0]

async function siteFile(sql: Sql, [siteId = '', id = '']: readonly string[]): Promise<Buffer | undefined> {
  const file = await sql
    .selectFrom('site_file')
    .select('bytes')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .where('kind', '=', 'font')
    .executeTakeFirst()
  return file?.bytes
}

async function fontFace(sql: Sql, [id = '']: readonly string[]): Promise<Buffer | undefined> {
  const face = await sql.selectFrom('custom_font_face').select('bytes').where('id', '=', id).executeTakeFirst()
  return face?.bytes
}
