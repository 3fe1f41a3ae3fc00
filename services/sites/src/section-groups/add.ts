import type { sectionGroupOperations } from '@quire/contracts'
import { created, type Input, newId } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { arrange, keysBehind } from '../places/order.ts'
import { lockSite } from '../states/sites.state.ts'
import { showGroup } from './section-groups.present.ts'
import { levelIn, requireGroup, requireRoomFor, requireSections } from './section-groups.rules.ts'

type Add = SitesContext & Input<typeof sectionGroupOperations.addSectionGroupToSite>

/** A group behind everything in its parent, or at the top, with the sections named, wherever they were. */
export async function addSectionGroupToSite(context: Add) {
  const { sql, params, body } = context
  const site = await lockSite(sql, params.siteId)
  const parentId = body.parent ?? null
  if (parentId !== null) await requireGroup(sql, site.id, parentId, 'The group of sections in body.parent')
  await requireRoomFor(sql, site.id, parentId)
  const sections = await requireSections(sql, site.id, body.sections ?? [])
  const [orderKey = ''] = await keysBehind(sql, levelIn(site.id, parentId), 1)
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
  return created(await showGroup(context, site, id))
}
