import {
  type CustomFont,
  type CustomizationInput,
  type customizationOperations,
  maxCustomizationBytes,
  missingResourceOperations,
  type SpaceResource,
} from '@quire/contracts'
import { badRequest, type Input, prepared } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { lockSite } from '../../model/sites.state.ts'
import { lockCustomFonts } from '../../view/custom-fonts.present.ts'
import { changedSettings, effectiveSettings } from '../../view/effective-settings.ts'
import { settingsToStore, withConditions } from '../../view/settings-to-store.ts'
import { siteSpaceOn, visibleSiteSpace } from '../../view/site-view.ts'
import { presentSiteSpaceSettings, storedSiteSettings, storedSiteSpaceSettings } from '../../view/stored-settings.ts'
import { type FieldTarget, readableSpaces, requireSpaces, spaceOf, targetsIn } from './linked-spaces.ts'
import { requireFiles } from './named-files.ts'

/** Replaces the stored settings of a site. */
async function storeSiteSettings(sql: Sql, siteId: string, stored: CustomizationInput): Promise<void> {
  const settings = serialized(stored)
  await sql
    .insertInto('site_customization')
    .values({ site_id: siteId, settings })
    .onConflict((on) => on.column('site_id').doUpdateSet({ settings }))
    .execute()
}

/** Replaces the overrides of a site space, and deletes the row if none are left. */
async function storeSiteSpaceSettings(sql: Sql, siteSpaceId: string, stored: CustomizationInput): Promise<void> {
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

/** Each space costs content some queries. */
const maxLinkedSpaces = 50

/** The number of resources that content looks up at once. */
const maxLinkedResources = 1000

const Found = missingResourceOperations.findMissingResources.replies[200]

type Update = SitesContext & Input<typeof customizationOperations.updateSiteCustomizationById>
type Override = SitesContext & Input<typeof customizationOperations.overrideSiteSpaceCustomizationById>

/** The links are checked with content outside the transaction. Access to spaces is checked again under the lock. */
export const updateSiteCustomizationById = prepared(
  async (context: Update) => {
    const { sql, params, body } = context
    await requireLinks(context, { body, stored: await storedSiteSettings(sql, params.siteId) })
  },
  async (context) => {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const before = await storedSiteSettings(sql, site.id)
    await requireSpaces(context, body, before ?? {})
    const fonts = await organizationFonts(context, site.organization_id)
    await requireFiles(sql, { siteId: site.id, body, stored: before, fonts, now: context.deps.now() })
    const stored = settingsToStore('body', withFonts(body, fonts), before)
    await storeSiteSettings(sql, site.id, stored)
    return effectiveSettings(stored)
  },
)

export const overrideSiteSpaceCustomizationById = prepared(
  async (context: Override) => {
    const { sql, params, body } = context
    const { id, space_id: ownSpace } = await siteSpaceOn(context, params.siteId, params.siteSpaceId)
    await requireLinks(context, { body, stored: await storedSiteSpaceSettings(sql, id), ownSpace })
  },
  async (context) => {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const { row: siteSpace } = await visibleSiteSpace(context, site, params.siteSpaceId)
    const before = (await storedSiteSpaceSettings(sql, siteSpace.id)) ?? {}
    await requireSpaces(context, body, before)
    await requireFiles(sql, { siteId: site.id, body, stored: before, now: context.deps.now() })
    await storeSiteSpaceSettings(sql, siteSpace.id, changedSettings(before, withConditions('body', body)))
    return presentSiteSpaceSettings(sql, siteSpace)
  },
)

const fontNames = ['font', 'monospaceFont'] as const

/** Returns the custom fonts of the organization that the settings name, locked until the settings are stored. */
function organizationFonts({ sql, body, deps }: Update, organizationId: string): Promise<Map<string, CustomFont>> {
  const ids = fontNames.flatMap((name) => {
    const font = body.styling?.[name]
    return typeof font === 'object' && font !== null ? [font.id] : []
  })
  return lockCustomFonts(sql, { organizationId, ids, publicUrl: deps.publicUrl })
}

/** Returns the settings with the present definitions of custom fonts: a client may send back an earlier one. */
function withFonts(settings: Update['body'], fonts: ReadonlyMap<string, CustomFont>): Update['body'] {
  const { styling } = settings
  if (!styling) return settings
  const present = <Font>(font: Font) =>
    typeof font === 'object' && font !== null ? (fonts.get((font as unknown as CustomFont).id) ?? font) : font
  const { font, monospaceFont } = styling
  return { ...settings, styling: { ...styling, font: present(font), monospaceFont: present(monospaceFont) } }
}

interface Links {
  body: CustomizationInput
  stored: CustomizationInput | undefined
  ownSpace?: string
}

/** Checks that linked resources exist; of spaces that the caller may not read nothing is revealed. */
async function requireLinks(context: SitesContext, { stored = {}, ...links }: Links): Promise<void> {
  await requireSpaces(context, links.body, stored)
  await requireResources(context, { ...links, stored })
}

/**
 * Throws 400, naming the field, if a link leads to a page, file or reusable content that its space does not have.
 * Content is asked once, only about resources that the `stored` settings do not name and in spaces that the caller may
 * read: of others nothing is revealed. `ownSpace` is the space of links that name none; undefined if it depends on the
 * visitor.
 */
async function requireResources(
  context: Pick<SitesContext, 'sql' | 'access' | 'call'>,
  { body, stored, ownSpace }: { body: CustomizationInput; stored: CustomizationInput; ownSpace?: string },
): Promise<void> {
  const known = new Set(resourcesIn(stored, ownSpace).map(({ resource }) => keyOf(resource)))
  const added = resourcesIn(body, ownSpace).filter(({ resource }) => !known.has(keyOf(resource)))
  const spaces = new Set(added.map(({ resource }) => resource.space))
  if (spaces.size > maxLinkedSpaces)
    throw badRequest('body', `has links into more than ${maxLinkedSpaces} spaces: add fewer at once`)
  const readable = await readableSpaces(context, [...spaces])
  const asked = added.filter(({ resource }) => readable.has(resource.space))
  if (asked.length > maxLinkedResources)
    throw badRequest('body', `has more than ${maxLinkedResources} links: add fewer at once`)
  if (asked.length === 0) return
  const resources = asked.map(({ resource }) => resource)
  const { missing } = Found.parse(await context.call('findMissingResources', { body: { resources } }))
  const firstMissing = asked[missing[0] ?? -1]
  if (firstMissing)
    throw badRequest(
      firstMissing.field,
      `there is no such ${firstMissing.resource.kind} in the live content of its space`,
    )
}

const keyOf = ({ space, kind, id }: SpaceResource) => JSON.stringify([space, kind, id])

const resourcesIn = (settings: CustomizationInput, ownSpace: string | undefined) =>
  targetsIn(settings).flatMap((placed) => {
    const resource = resourceOf(placed, ownSpace)
    return resource ? [{ field: placed.field, resource }] : []
  })

/** Returns the resource that a link needs; undefined if sites knows the answer itself, or nobody can tell. */
function resourceOf({ to }: FieldTarget, ownSpace: string | undefined): SpaceResource | undefined {
  const space = spaceOf(to) ?? ownSpace
  if (space === undefined) return undefined
  if (to.kind === 'page') return { space, kind: 'page', id: to.page }
  if (to.kind === 'anchor') return to.page === undefined ? undefined : { space, kind: 'page', id: to.page }
  if (to.kind === 'file') return { space, kind: 'file', id: to.file }
  return to.kind === 'reusable-content' ? { space, kind: 'reusable-content', id: to.reusableContent } : undefined
}
