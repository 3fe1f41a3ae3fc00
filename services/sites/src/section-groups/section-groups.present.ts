import { type SiteSection, type SiteSectionGroup, withoutNulls } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import type { SitesContext } from '../context.ts'
import { placesOn } from '../places/levels.ts'
import { sectionPresenter, seesAll, visibleSections } from '../sections/sections.present.ts'
import { type SiteView, viewSite } from '../site-spaces/view.ts'
import type { SectionGroupRow, SectionRow } from '../states/site-sections.state.ts'
import type { SiteRow } from '../states/sites.state.ts'

type Placed<Row> = Row & { place: string }

/** The rows of sections and groups that the caller sees. */
interface Outline {
  sections: Placed<SectionRow>[]
  groups: Placed<SectionGroupRow>[]
}

/** The groups of a site that the caller sees; `place` is their order in the structure, read whole. */
export function visibleGroups(view: SiteView) {
  const { sql, site } = view
  const groups = sql
    .selectFrom('site_section_group')
    .innerJoin(placesOn(site.id).as('placed'), 'placed.id', 'site_section_group.id')
    .selectAll('site_section_group')
    .select('placed.place')
    .where('site_section_group.site_id', '=', site.id)
  if (seesAll(view)) return groups
  const readable = visibleSections(view).clearSelect().select('site_section.group_id')
  return groups.where(
    raw<SqlBool>`site_section_group.id in (
      with recursive around (id) as (
        select group_id from (${readable}) readable
        union
        select parent_id from around join site_section_group one on one.id = around.id
      ) select id from around)`,
  )
}

/** Everything of a site that has a place among its sections and the caller sees, in order. */
export async function outlineOf(view: SiteView): Promise<Outline> {
  const sections = await visibleSections(view).orderBy('placed.place').execute()
  const groups = await visibleGroups(view).orderBy('placed.place').execute()
  return { sections, groups }
}

type Child = SiteSection | SiteSectionGroup

/** What the caller sees in a group, or at the top of the site (null), in order. */
type ChildrenOf = (groupId: string | null) => Child[]

/** Loads what it takes to show an outline; returns what is in each of its groups. */
export async function childrenIn(view: SiteView, { sections, groups }: Outline): Promise<ChildrenOf> {
  const present = await sectionPresenter(view, sections)
  const sectionsIn = Map.groupBy(sections, (section) => section.group_id)
  const groupsIn = Map.groupBy(groups, (group) => group.parent_id)
  const childrenOf: ChildrenOf = (groupId) => {
    const children = [
      ...(sectionsIn.get(groupId) ?? []).map((row) => ({ place: row.place, child: present(row) })),
      ...(groupsIn.get(groupId) ?? []).map((row) => ({
        place: row.place,
        child: presentGroup(row, childrenOf(row.id)),
      })),
    ]
    return children.sort((one, other) => (one.place < other.place ? -1 : 1)).map(({ child }) => child)
  }
  return childrenOf
}

export function presentGroup(row: SectionGroupRow, children: Child[]): SiteSectionGroup {
  return {
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    sections: children.filter((child) => child.object === 'site-section'),
    children,
    ...withoutNulls({ icon: row.icon, sectionGroup: row.parent_id }),
  }
}

/** The part of an outline that lies in these groups, themselves included. */
export function within({ sections, groups }: Outline, ids: readonly string[]): Outline {
  const kept = new Set(ids)
  // Whoever lies around a group comes before it.
  for (const { id, parent_id } of groups) if (parent_id !== null && kept.has(parent_id)) kept.add(id)
  return {
    sections: sections.filter(({ group_id }) => group_id !== null && kept.has(group_id)),
    groups: groups.filter(({ id }) => kept.has(id)),
  }
}

/** A group as the caller sees it, read in the request's transaction; 404 where it is another site's or not visible. */
export async function showGroup(context: SitesContext, site: SiteRow, id: string): Promise<SiteSectionGroup> {
  const view = await viewSite(context, site)
  const outline = within(await outlineOf(view), [id])
  const row = outline.groups.find((group) => group.id === id)
  if (!row) throw notFound('The group of sections')
  const childrenOf = await childrenIn(view, outline)
  return presentGroup(row, childrenOf(id))
}
