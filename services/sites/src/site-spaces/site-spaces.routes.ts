import { siteSpaceOperations } from '@quire/contracts'
import { absent, conflict, created, deleted, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { lockSite } from '../states/sites.state.ts'
import { listSiteSpaces } from './site-spaces.list.ts'
import { showSiteSpace } from './site-spaces.present.ts'
import { addSiteSpaces, removeSiteSpaces, spacesToOpen } from './site-spaces.rules.ts'
import { updateSiteSpaceById } from './update.ts'

export const siteSpaceRoutes = implement(siteSpaceOperations, {
  listSiteSpaces,
  updateSiteSpaceById,

  async addSpaceToSite(context) {
    const { sql, params, body } = context
    if (body.sectionId !== undefined) throw notFound('The section in body.sectionId')
    const site = await lockSite(sql, params.siteId)
    const spaces = await spacesToOpen(context, [body.spaceId], () => 'body.spaceId')
    const [added] = await addSiteSpaces(context, site, spaces)
    if (!added) throw conflict('The space is on this site already.')
    return created(await showSiteSpace(context, site, added.id))
  },

  async deleteSiteSpaceById(context) {
    const { sql, params } = context
    await lockSite(sql, params.siteId)
    const removed = await removeSiteSpaces(context, params.siteId, params.siteSpaceId)
    return removed.length > 0 ? deleted() : absent()
  },
})
