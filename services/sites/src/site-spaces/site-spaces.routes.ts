import { siteSpaceOperations } from '@quire/contracts'
import { absent, conflict, created, deleted, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { placeOf } from '../places/levels.ts'
import { settle } from '../places/settle.ts'
import { lockSite } from '../states/sites.state.ts'
import { moveSiteItem } from './move.ts'
import { listSiteSpaces } from './site-spaces.list.ts'
import { showSiteSpace } from './site-spaces.present.ts'
import { addSiteSpaces, removeSiteSpaces, spacesToOpen } from './site-spaces.rules.ts'
import { updateSiteSpaceById } from './update.ts'

export const siteSpaceRoutes = implement(siteSpaceOperations, {
  listSiteSpaces,
  updateSiteSpaceById,

  async addSpaceToSite(context) {
    const { sql, params, body } = context
    const site = await lockSite(sql, params.siteId)
    const sectionId = body.sectionId ?? site.default_section
    if (body.sectionId !== undefined && !(await placeOf(sql, site.id, { kind: 'site-section', id: body.sectionId }))) {
      throw notFound('The section in body.sectionId')
    }
    const spaces = await spacesToOpen(context, [body.spaceId], () => 'body.spaceId')
    const [added] = await addSiteSpaces(context, site, sectionId, spaces)
    if (!added) throw conflict('The space is on this site already.')
    return created(await showSiteSpace(context, site, added.id))
  },

  async deleteSiteSpaceById(context) {
    const { sql, params } = context
    await lockSite(sql, params.siteId)
    const removed = await removeSiteSpaces(context, params.siteId, { id: params.siteSpaceId })
    if (removed.length === 0) return absent()
    await settle(context, params.siteId)
    return deleted()
  },

  async moveSiteSpace(context) {
    const { params, body } = context
    const pointer = { kind: 'site-space' as const, id: params.siteSpaceId }
    const site = await moveSiteItem(context, pointer, body.position)
    return showSiteSpace(context, site, params.siteSpaceId)
  },
})
