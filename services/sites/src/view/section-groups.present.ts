import { type SiteSection, type SiteSectionGroup, withoutNulls } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import type { SitesContext } from '../context.ts'
import { type SectionGroupRow, type SectionRow, sortKeysOn } from '../model/site-levels.ts'
import type { SiteRow } from '../model/sites.state.ts'
import { sectionPresenter, seesAll, visibleSections } from './sections.present.ts'
import { type SiteView, viewSite } from './site-view.ts'

type Sorted<Row> = Row & { sort_key: string }

/** The rows of the sections and groups that the caller sees. */
interface Outline {
  sections: Sorted<SectionRow>[]
  groups: Sorted<SectionGroupRow>[]
}

/** Selects the groups of a site that the caller sees; `sort_key` is their order in the whole structure. */
export function visibleGroups(view: SiteView) {
  const { sql, site } = view
  const groups = sql
    .selectFrom('site_section_group')
    .innerJoin(sortKeysOn(site.id).as('sorted'), 'sorted.id', 'site_section_group.id')
    .selectAll('site_section_group')
    .select('sorted.sort_key')
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

/** Returns the sections and groups of a site that the caller sees, in order. */
export async function outlineOf(view: SiteView): Promise<Outline> {
  const sections = await visibleSections(view).orderBy('sorted.sort_key').execute()
  const groups = await visibleGroups(view).orderBy('sorted.sort_key').execute()
  return { sections, groups }
}

type Child = SiteSection | SiteSectionGroup

/** Returns the visible children of a group, or of the top level (null), in order. */
type ChildrenOf = (groupId: string | null) => Child[]

/** Loads the data that presenting an outline takes; returns a function for the children of each group. */
export async function childrenIn(view: SiteView, { sections, groups }: Outline): Promise<ChildrenOf> {
  const present = await sectionPresenter(view, sections)
  const sectionsIn = Map.groupBy(sections, (section) => section.group_id)
  const groupsIn = Map.groupBy(groups, (group) => group.parent_id)
  const childrenOf: ChildrenOf = (groupId) => {
    const children = [
      ...(sectionsIn.get(groupId) ?? []).map((row) => ({ sortKey: row.sort_key, child: present(row) })),
      ...(groupsIn.get(groupId) ?? []).map((row) => ({
        sortKey: row.sort_key,
        child: presentGroup(row, childrenOf(row.id)),
      })),
    ]
    return children.sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1)).map(({ child }) => child)
  }
  return childrenOf
}

export function presentGroup(row: SectionGroupRow, children: Child[]): SiteSectionGroup {
  return {
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    draft: false,
    sections: children.filter((child) => child.object === 'site-section'),
    children,
    ...withoutNulls({ icon: row.icon, sectionGroup: row.parent_id }),
  }
}

/** The part of an outline that lies in these groups, themselves included. */
export function within({ sections, groups }: Outline, ids: readonly string[]): Outline {
  const included = new Set(ids)
  // Parents precede their children in this order.
  for (const { id, parent_id } of groups) if (parent_id !== null && included.has(parent_id)) included.add(id)
  return {
    sections: sections.filter(({ group_id }) => group_id !== null && included.has(group_id)),
    groups: groups.filter(({ id }) => included.has(id)),
  }
}

/**
 * Presents a group as the caller sees it in the request's transaction; throws 404 if it belongs to another site or is
 * hidden.
 */
export async function presentGroupById(context: SitesContext, site: SiteRow, id: string): Promise<SiteSectionGroup> {
  const view = await viewSite(context, site)
  const outline = within(await outlineOf(view), [id])
  const row = outline.groups.find((group) => group.id === id)
  if (!row) throw notFound('The group of sections')
  const childrenOf = await childrenIn(view, outline)
  return presentGroup(row, childrenOf(id))
}
