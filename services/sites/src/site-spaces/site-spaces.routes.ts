import { siteSpaceOperations } from '@quire/contracts'
import { absent, conflict, created, deleted, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import { lockSite } from '../states/sites.state.ts'
import { listSiteSpaces } from './site-spaces.list.ts'
import { liveSiteSpaces, siteSpacePresenter } from './site-spaces.present.ts'
import { addSiteSpaces, removeSiteSpaces, spacesToOpen } from './site-spaces.rules.ts'

export const siteSpaceRoutes = implement(siteSpaceOperations, {
  listSiteSpaces,

  async addSpaceToSite(context) {
    const { sql, params, body } = context
    if (body.sectionId !== undefined) throw notFound('The section in body.sectionId')
    const site = await lockSite(sql, params.siteId)
    const spaces = await spacesToOpen(context, [body.spaceId], () => 'body.spaceId')
    const [added] = await addSiteSpaces(context, site, spaces)
    if (!added) throw conflict('The space is on this site already.')
    const row = await liveSiteSpaces(sql, site.id).where('site_space.id', '=', added.id).executeTakeFirst()
    if (!row) throw notFound('The space in body.spaceId')
    const present = await siteSpacePresenter(context, site, [row])
    return created(present(row))
  },

  async deleteSiteSpaceById(context) {
    const { sql, params } = context
    await lockSite(sql, params.siteId)
    const removed = await removeSiteSpaces(context, params.siteId, params.siteSpaceId)
    return removed.length > 0 ? deleted() : absent()
  },
})
