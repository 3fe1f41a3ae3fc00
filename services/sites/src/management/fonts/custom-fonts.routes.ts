import { atLeast } from '@quire/access'
import { type CustomFont, type CustomFontDefinition, customFontOperations, regularWeight } from '@quire/contracts'
import { absent, created, deleted, type Input, newId, notFound, preconditionFailed, prepared } from '@quire/kit'
import { implementWith, type SitesContext } from '../../context.ts'
import { customFontOf, customFontsOf } from '../../view/custom-fonts.present.ts'
import type { UploadNeeds } from '../customization/put-site-file.ts'
import { type FontFile, readFontFiles } from './read-font-files.ts'
import { replaceInSettings } from './replace-in-settings.ts'
import { lockFonts, requireRoomFor, storeFaces } from './store-fonts.ts'

type Context = SitesContext<UploadNeeds>
type Create = Context & Input<typeof customFontOperations.createCustomFont>
type Update = Context & Input<typeof customFontOperations.updateCustomFont>

const createCustomFont = prepared(
  async (context: Create) => {
    requireRegular(context.body.fontFaces.map(({ weight }) => weight))
    return readFontFiles(context, context.body.fontFaces)
  },
  async (context, files) => {
    const { sql, params, body, userId } = context
    const { organizationId } = params
    const id = newId()
    await lockFonts(sql, organizationId, userId)
    await sql
      .insertInto('custom_font')
      .values({ id, organization_id: organizationId, created_by: userId, font_family: body.fontFamily })
      .execute()
    await storeFaces(sql, id, files)
    await requireRoomFor(sql, organizationId, userId)
    return created(present(context, await found(context, id)))
  },
)

/** Files are read before the locks. The pages of all sites that use the font have its new files with the commit. */
const updateCustomFont = prepared(
  (context: Update) => readFontFiles(context, namedIn(context.body.fontFaces ?? [])),
  async (context, files: FontFile[]) => {
    const { sql, params, body, userId } = context
    const { organizationId, fontId } = params
    await lockFonts(sql, organizationId, userId)
    const font = await sql
      .selectFrom('custom_font')
      .select('id')
      .where('id', '=', fontId)
      .where('organization_id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst()
    if (!font) throw notFound('The font')
    if (body.fontFamily !== undefined)
      await sql.updateTable('custom_font').set({ font_family: body.fontFamily }).where('id', '=', fontId).execute()
    const changed = (body.fontFaces ?? []).map(({ weight }) => weight)
    if (changed.length > 0)
      await sql.deleteFrom('custom_font_face').where('font_id', '=', fontId).where('weight', 'in', changed).execute()
    await storeFaces(sql, fontId, files)
    const after = await found(context, fontId)
    requireRegular(after.fontFaces.map(({ weight }) => weight))
    await requireRoomFor(sql, organizationId, userId)
    await replaceInSettings(sql, organizationId, fontId, after)
    return created(present(context, after))
  },
)

export const customFontRoutes = implementWith<UploadNeeds>()(customFontOperations, {
  async listCustomFonts(context) {
    const fonts = await customFontsOf(context.sql, context.params.organizationId, context.deps.publicUrl)
    return { items: fonts.map((font) => present(context, font)), count: fonts.length }
  },
  getCustomFont: async (context) => present(context, await found(context, context.params.fontId)),
  createCustomFont,
  updateCustomFont,

  async deleteCustomFont({ sql, params }) {
    const { organizationId, fontId } = params
    const row = await sql
      .deleteFrom('custom_font')
      .where('id', '=', fontId)
      .where('organization_id', '=', organizationId)
      .returning('id')
      .executeTakeFirst()
    if (!row) return absent()
    await replaceInSettings(sql, organizationId, fontId, undefined)
    return deleted()
  },
})

type FontContext = Pick<SitesContext, 'sql' | 'deps' | 'access'> & { params: { organizationId: string } }

const present = ({ access }: Pick<FontContext, 'access'>, font: CustomFont): CustomFontDefinition => ({
  ...font,
  permissions: { edit: atLeast(access.level, 'create') },
})

async function found({ sql, deps, params }: FontContext, fontId: string): Promise<CustomFont> {
  const { organizationId } = params
  const font = await customFontOf(sql, { organizationId, fontId, publicUrl: deps.publicUrl })
  if (!font) throw notFound('The font')
  return font
}

function requireRegular(weights: readonly number[]): void {
  if (!weights.includes(regularWeight))
    throw preconditionFailed(`A font needs a face of the weight ${regularWeight}, for regular text: add one.`)
  if (weights.length > maxFaces) throw preconditionFailed(`A font has ${maxFaces} faces at most.`)
}

/** As many as the settings of a site accept. */
const maxFaces = 18

/** Faces that get a file; those with null lose theirs. */
const namedIn = (faces: readonly { weight: number; storageKey: string | null }[]) =>
  faces.flatMap(({ weight, storageKey }) => (storageKey === null ? [] : [{ weight, storageKey }]))
