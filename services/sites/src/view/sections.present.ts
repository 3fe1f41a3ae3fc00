import { atLeast } from '@quire/access'
import { type SiteSection, type SiteSpace, siteSpaceAddress, withoutNulls } from '@quire/contracts'
import { anyOf, notFound } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { siteAddress } from '../model/site-address.ts'
import { type SectionRow, sortKeysOn } from '../model/site-levels.ts'
import type { SiteRow } from '../model/sites.state.ts'
import { liveSiteSpaces } from './live-site-spaces.ts'
import { siteSpacePresenter } from './site-spaces.present.ts'
import { type SiteView, viewSite, visibleSiteSpaces } from './site-view.ts'

/**
 * True if the caller may change the site and so sees all sections and groups; from others, those without a readable
 * space are hidden.
 */
export const seesAll = ({ access }: Pick<SitesContext, 'access'>): boolean => atLeast(access.level ?? 'none', 'create')

/** Selects the sections of a site that the caller sees; `sort_key` is their order in the whole structure. */
export function visibleSections(view: SiteView) {
  const { sql, site } = view
  const sections = sql
    .selectFrom('site_section')
    .innerJoin(sortKeysOn(site.id).as('sorted'), 'sorted.id', 'site_section.id')
    .selectAll('site_section')
    .select('sorted.sort_key')
    .where('site_section.site_id', '=', site.id)
  if (seesAll(view)) return sections
  const readable = visibleSiteSpaces(view).clearSelect().select('site_space.section_id')
  return sections.where('site_section.id', 'in', readable)
}

/**
 * Presents a section as the caller sees it in the request's transaction; throws 404 if it belongs to another site or is
 * hidden.
 */
export async function presentSectionById(context: SitesContext, site: SiteRow, id: string): Promise<SiteSection> {
  const view = await viewSite(context, site)
  const row = await visibleSections(view).where('site_section.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The section')
  const present = await sectionPresenter(view, [row])
  return present(row)
}

/** Loads the data that presenting these sections with their spaces takes; returns the presenter. */
export async function sectionPresenter(
  view: SiteView,
  sections: readonly Pick<SectionRow, 'id'>[],
): Promise<(row: SectionRow) => SiteSection> {
  const { sql, site, deps, access, shareKey } = view
  const base = siteAddress(site, deps.publicUrl, shareKey)
  const ids = sections.map(({ id }) => id)
  const rows = await visibleSiteSpaces(view)
    .where('site_space.section_id', '=', anyOf(ids))
    .orderBy('site_space.order_key')
    .execute()
  const present = await siteSpacePresenter(view, rows)
  const inSection = Map.groupBy(rows.map(present), ({ section }) => section)
  const defaultId = await defaultSection(sql, site)
  return ({ condition, ...row }) =>
    presentSection(
      { ...row, condition: access.visitorSite ? null : condition },
      {
        siteSpaces: inSection.get(row.id) ?? [],
        isDefault: row.id === defaultId,
        published:
          site.published || access.visitorSite
            ? siteSpaceAddress(base, row.id === site.default_section ? '' : row.path)
            : null,
      },
    )
}

/**
 * Returns the default section: the chosen one while a space in it is live, else the first with a live space, else the
 * chosen one.
 */
async function defaultSection(sql: Sql, site: SiteRow): Promise<string | null> {
  const row = await liveSiteSpaces(sql, site.id)
    .innerJoin(sortKeysOn(site.id).as('sorted'), 'sorted.id', 'site_space.section_id')
    .clearSelect()
    .select('sorted.id')
    .orderBy((one) => one('sorted.id', 'is distinct from', site.default_section))
    .orderBy('sorted.sort_key')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? site.default_section
}

interface SectionView {
  siteSpaces: SiteSpace[]
  isDefault: boolean
  /** Null while the site is not published. */
  published: string | null
}

function presentSection(row: SectionRow, { siteSpaces, isDefault, published }: SectionView): SiteSection {
  const { id, title, path, description, condition, icon, group_id: sectionGroup } = row
  return {
    object: 'site-section',
    id,
    title,
    default: isDefault,
    draft: false,
    path,
    siteSpaces,
    urls: withoutNulls({ published }),
    ...withoutNulls({ description, condition, icon, sectionGroup }),
  }
}
