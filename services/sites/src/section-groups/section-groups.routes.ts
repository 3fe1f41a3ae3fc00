import { sectionGroupOperations } from '@quire/contracts'
import { absent, created, deleted, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { itemsOn, placeOf } from '../places/levels.ts'
import { arrange, putInto } from '../places/order.ts'
import { moveSiteItem } from '../site-spaces/move.ts'
import { lockSite } from '../states/sites.state.ts'
import { addSectionGroupToSite } from './add.ts'
import { listSiteSectionGroups } from './section-groups.list.ts'
import { showGroup } from './section-groups.present.ts'
import { levelIn, requireGroup } from './section-groups.rules.ts'

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
    return showGroup(context, site, id)
  },

  /** What is in the group takes its place. */
  async deleteSiteSectionGroupById(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    const group = await placeOf(sql, site.id, { kind: 'site-section-group', id: params.siteSectionGroupId })
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
    return showGroup(context, site, params.siteSectionGroupId)
  },

  /** Behind everything in the group; where it is there already, nothing changes. */
  async addSectionToGroup(context) {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const group = await requireGroup(sql, site.id, params.siteSectionGroupId)
    const section = await placeOf(sql, site.id, { kind: 'site-section', id: body.sectionId })
    if (!section) throw notFound('The section in body.sectionId')
    if (section.level.parentId !== group.id) await putInto(sql, levelIn(site.id, group.id), section, 'last')
    return created(await showGroup(context, site, group.id))
  },

  /** Right behind the group. */
  async removeSectionFromGroup(context) {
    const { sql, params } = context
    const site = await lockSite(sql, params.siteId)
    const group = await requireGroup(sql, site.id, params.siteSectionGroupId)
    const section = await placeOf(sql, site.id, { kind: 'site-section', id: params.siteSectionId })
    if (section?.level.parentId !== group.id) return absent()
    await putInto(sql, group.level, section, { after: group })
    return deleted()
  },
})
