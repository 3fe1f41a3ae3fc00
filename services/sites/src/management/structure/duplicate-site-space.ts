import { type SiteSpace, Space, type siteSpaceOperations } from '@quire/contracts'
import { created, type Input, notFound, prepared } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { siteAddressOfSpace } from '../../model/site-address.ts'
import { findSite, lockSite, type SiteRow } from '../../model/sites.state.ts'
import { visibleSiteSpace } from '../../view/site-view.ts'
import { insertSection } from './sections.rules.ts'
import { addSiteSpaces } from './site-spaces.rules.ts'

type Duplicate = SitesContext & Input<typeof siteSpaceOperations.duplicateSiteSpace>

/**
 * Duplicates a space of a site, beside the original: in a section of its own if the original is alone in its section.
 * What decides who sees the original holds for the copy too. Content may take a while, so it copies the space before the
 * transaction; a copy that finds no room on the site remains as a space.
 */
export const duplicateSiteSpace = prepared(
  async (context: Duplicate) => {
    const { sql, params, call } = context
    const { row } = await visibleSiteSpace(context, await findSite(sql, params.siteId), params.siteSpaceId)
    return Space.parse(await call('duplicateSpace', { params: { spaceId: row.space_id } }))
  },
  async (context, copy) => {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    const original = await sql
      .selectFrom('site_space')
      .select(['section_id', 'condition'])
      .where('site_id', '=', site.id)
      .where('id', '=', params.siteSpaceId)
      .executeTakeFirst()
    if (!original) throw notFound('The space of the site')
    const { section, isAlone } = await sectionFor(context, site, original.section_id, copy.title)
    const [added] = await addSiteSpaces(context, site, section, [{ ...copy, condition: original.condition }])
    if (!added) throw notFound('The space of the site')
    return created(await presentCopy(context, site, { id: added.id, copy, isAlone }))
  },
)

/** Returns the section of the copy: that of the original, or a new one like it where the original is alone there. */
async function sectionFor({ sql }: Duplicate, site: SiteRow, id: string | null, title: string) {
  if (id === null) return { section: null, isAlone: false }
  const { count } = await sql
    .selectFrom('site_space')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('section_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) > 1) return { section: id, isAlone: false }
  const { icon, condition, group_id } = await sql
    .selectFrom('site_section')
    .select(['icon', 'condition', 'group_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const section = await insertSection(sql, site, { title, icon, condition, group_id })
  return { section: section.id, isAlone: true }
}

/** Presents the copy by what content answered: its event has not arrived yet. */
async function presentCopy(
  { sql, deps }: Duplicate,
  site: SiteRow,
  { id, copy, isAlone }: { id: string; copy: Space; isAlone: boolean },
): Promise<SiteSpace> {
  const row = await sql
    .selectFrom('site_space')
    .select(['path', 'address', 'section_id', 'condition'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const published = site.published ? siteAddressOfSpace(site, row, deps.publicUrl) : undefined
  return {
    object: 'site-space',
    id,
    path: row.path,
    space: published === undefined ? copy : onSite(copy, site.visibility, published),
    title: copy.title,
    ...(row.section_id !== null && { section: row.section_id }),
    // The first space of a section is its default.
    default: isAlone,
    draft: false,
    ...(row.condition !== null && { condition: row.condition }),
    hasAdvancedCustomizationFeature: true,
    urls: published === undefined ? {} : { published },
  }
}

const onSite = (space: Space, visibility: SiteRow['visibility'], published: string): Space => ({
  ...space,
  // As content presents the space: on an internal site it is visible to nobody else.
  ...(visibility !== 'members' && { visibility }),
  urls: { ...space.urls, published, ...(visibility === 'public' && { public: published }) },
  ...(visibility === 'visitor-auth' && { visitorAuth: { backend: 'custom' as const } }),
})
