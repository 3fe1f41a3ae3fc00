import { maxOnSite, sectionGroupOperations } from '@quire/contracts'
import {
  absent,
  badRequest,
  conflict,
  countOf,
  created,
  deleted,
  type Input,
  keysetPage,
  listOf,
  newId,
  notFound,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import { implement, type SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import type { Item, Level } from '../../model/site-levels.ts'
import { itemsOn, positionOf } from '../../model/site-levels.ts'
import { arrange, keysAfterLast, moveToGap } from '../../model/site-order.ts'
import { findSite, lockSite } from '../../model/sites.state.ts'
import {
  childrenIn,
  outlineOf,
  presentGroup,
  presentGroupById,
  visibleGroups,
  within,
} from '../../view/section-groups.present.ts'
import { viewSite } from '../../view/site-view.ts'
import { moveSiteItem } from './move-site-item.ts'

type Add = SitesContext & Input<typeof sectionGroupOperations.addSectionGroupToSite>

type List = SitesContext & Input<typeof sectionGroupOperations.listSiteSectionGroups>

export const sectionGroupRoutes = implement(sectionGroupOperations, {
  listSiteSectionGroups,
  addSectionGroupToSite,

  async updateSiteSectionGroupById(context) {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const { id } = await requireGroup(sql, site.id, params.siteSectionGroupId)
    // A body may leave out everything, and the statement must set something.
    await sql
      .updateTable('site_section_group')
      .set({ ...body, id })
      .where('id', '=', id)
      .execute()
    return presentGroupById(context, site, id)
  },

  /** Moves the content of the group into its position. */
  async deleteSiteSectionGroupById(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    const group = await positionOf(sql, site.id, { kind: 'site-section-group', id: params.siteSectionGroupId })
    if (!group) return absent()
    const inside = await itemsOn(sql, levelIn(site.id, group.id))
    const beside = await itemsOn(sql, group.level)
    const arranged = beside.flatMap((item) => (item.id === group.id ? inside : [item]))
    await arrange(sql, group.level, [...arranged, group])
    await sql.deleteFrom('site_section_group').where('id', '=', group.id).execute()
    return deleted()
  },

  async moveSiteSectionGroup(context) {
    const { params, body } = context
    const pointer = { kind: 'site-section-group' as const, id: params.siteSectionGroupId }
    const site = await moveSiteItem(context, pointer, body.position)
    return presentGroupById(context, site, params.siteSectionGroupId)
  },

  /** Appends the section to the group; does nothing if the section is in the group already. */
  async addSectionToGroup(context) {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const group = await requireGroup(sql, site.id, params.siteSectionGroupId)
    const section = await positionOf(sql, site.id, { kind: 'site-section', id: body.sectionId })
    if (!section) throw notFound('The section in body.sectionId')
    if (section.level.parentId !== group.id) await moveToGap(sql, levelIn(site.id, group.id), section, 'last')
    return created(await presentGroupById(context, site, group.id))
  },

  /** Moves the section out of the group, right after it. */
  async removeSectionFromGroup(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    const group = await requireGroup(sql, site.id, params.siteSectionGroupId)
    const section = await positionOf(sql, site.id, { kind: 'site-section', id: params.siteSectionId })
    if (section?.level.parentId !== group.id) return absent()
    await moveToGap(sql, group.level, section, { after: group })
    return deleted()
  },
})

/** Lists the groups of a site that the caller sees, nested ones included, in the order of the structure. */
async function listSiteSectionGroups(context: List) {
  const { sql, params, page, cursors } = context
  const site = await findSite(sql, params.siteId)
  const view = await viewSite(context, site)
  const matching = visibleGroups(view)
  const rows = await keysetPage(matching, page, ['sorted.sort_key']).execute()
  const groupIds = rows.slice(0, page.limit).map(({ id }) => id)
  const childrenOf = await childrenIn(view, within(await outlineOf(view), groupIds))
  return listOf({
    page,
    cursors,
    rows,
    present: (row) => presentGroup(row, childrenOf(row.id)),
    after: (row) => [row.sort_key],
    count: () => countOf(sql, matching.clearSelect().select('site_section_group.id')),
  })
}

/** Adds a group at the end of its parent, or of the top level, with the named sections, wherever they were. */
async function addSectionGroupToSite(context: Add) {
  const { sql, params, body } = context
  const site = await lockSite(sql, params.siteId)
  const parentId = body.parent ?? null
  if (parentId !== null) await requireGroup(sql, site.id, parentId, 'The group of sections in body.parent')
  await requireRoomFor(sql, site.id, parentId)
  const sections = await requireSections(sql, site.id, body.sections ?? [])
  const [orderKey = ''] = await keysAfterLast(sql, levelIn(site.id, parentId), 1)
  const id = newId()
  await sql
    .insertInto('site_section_group')
    .values({
      id,
      organization_id: site.organization_id,
      site_id: site.id,
      parent_id: parentId,
      title: body.title,
      icon: body.icon ?? null,
      order_key: orderKey,
    })
    .execute()
  await arrange(sql, levelIn(site.id, id), sections)
  return created(await presentGroupById(context, site, id))
}

/** Returns the level of a group's children. */
const levelIn = (siteId: string, groupId: string | null): Level => ({
  siteId,
  holds: 'sections',
  parentId: groupId,
})

/** Returns a group of the site with its position; throws 404 if it does not exist. */
async function requireGroup(sql: Sql, siteId: string, id: string, what = 'The group of sections') {
  const group = await positionOf(sql, siteId, { kind: 'site-section-group', id })
  if (!group) throw notFound(what)
  return group
}

/** Returns sections of the site in the given order; 404 and 400 name the field at fault. */
async function requireSections(sql: Sql, siteId: string, ids: readonly string[]): Promise<Item[]> {
  const sections: Item[] = []
  for (const [index, id] of ids.entries()) {
    const field = `body.sections.${index}`
    if (ids.indexOf(id) < index) throw badRequest(field, 'is named twice')
    const section = await positionOf(sql, siteId, { kind: 'site-section', id })
    if (!section) throw notFound(`The section in ${field}`)
    sections.push(section)
  }
  return sections
}

/** Throws 409 if the site has the maximum number of groups, 400 if a group in `parentId` would be nested too deep. */
async function requireRoomFor(sql: Sql, siteId: string, parentId: string | null): Promise<void> {
  const { rows } = await raw<{ groups: number; depth: number }>`
    with recursive around (id, parent_id) as (
      select id, parent_id from site_section_group where id = ${parentId}
      union all
      select one.id, one.parent_id from around join site_section_group one on one.id = around.parent_id
    )
    select (select count(*)::int from site_section_group where site_id = ${siteId}) as groups,
      (select count(*)::int from around) as depth`.execute(sql)
  const { groups = 0, depth = 0 } = rows[0] ?? {}
  if (groups >= maxOnSite.groups) throw conflict(`A site has at most ${maxOnSite.groups} groups of sections.`)
  if (depth >= maxOnSite.groupDepth) {
    throw badRequest('body.parent', `groups nest at most ${maxOnSite.groupDepth} deep`)
  }
}
