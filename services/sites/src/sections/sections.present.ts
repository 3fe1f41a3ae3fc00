import { atLeast } from '@quire/access'
import { type SiteSection, type SiteSpace, siteSpaceAddress, withoutNulls } from '@quire/contracts'
import { anyOf, notFound } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import type { Sql } from '../database.ts'
import { placesOn } from '../places/levels.ts'
import { liveSiteSpaces } from '../site-spaces/live.ts'
import { siteSpacePresenter } from '../site-spaces/site-spaces.present.ts'
import { type SiteView, viewSite, visibleSiteSpaces } from '../site-spaces/view.ts'
import { siteAddress } from '../states/site-address.ts'
import type { SectionRow } from '../states/site-sections.state.ts'
import type { SiteRow } from '../states/sites.state.ts'

/** Who may change the site sees all of its sections and groups; to others what holds nothing they may read is not there. */
export const seesAll = ({ access }: Pick<SitesContext, 'access'>): boolean => atLeast(access.level ?? 'none', 'create')

/** The sections of a site that the caller sees; `place` is their order in the structure, read whole. */
export function visibleSections(view: SiteView) {
  const { sql, site } = view
  const sections = sql
    .selectFrom('site_section')
    .innerJoin(placesOn(site.id).as('placed'), 'placed.id', 'site_section.id')
    .selectAll('site_section')
    .select('placed.place')
    .where('site_section.site_id', '=', site.id)
  if (seesAll(view)) return sections
  const readable = visibleSiteSpaces(view).clearSelect().select('site_space.section_id')
  return sections.where('site_section.id', 'in', readable)
}

/** A section as the caller sees it, read in the request's transaction; 404 where it is another site's or not visible. */
export async function showSection(context: SitesContext, site: SiteRow, id: string): Promise<SiteSection> {
  const view = await viewSite(context, site)
  const row = await visibleSections(view).where('site_section.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('The section')
  const present = await sectionPresenter(view, [row])
  return present(row)
}

/** Loads what it takes to show these sections to the caller, with their spaces; returns their presenter. */
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
      { ...row, condition: access.opened ? null : condition },
      {
        siteSpaces: inSection.get(row.id) ?? [],
        isDefault: row.id === defaultId,
        published:
          site.published || access.opened
            ? siteSpaceAddress(base, row.id === site.default_section ? '' : row.path)
            : null,
      },
    )
}

/** The default section: the one chosen while a space in it is there, else the first with one, else the one chosen. */
async function defaultSection(sql: Sql, site: SiteRow): Promise<string | null> {
  const row = await liveSiteSpaces(sql, site.id)
    .innerJoin(placesOn(site.id).as('placed'), 'placed.id', 'site_space.section_id')
    .clearSelect()
    .select('placed.id')
    .orderBy((one) => one('placed.id', 'is distinct from', site.default_section))
    .orderBy('placed.place')
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
    path,
    siteSpaces,
    urls: withoutNulls({ published }),
    ...withoutNulls({ description, condition, icon, sectionGroup }),
  }
}
