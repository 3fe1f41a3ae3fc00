import type { SiteRedirectDestination } from '@quire/contracts'
import { badRequest, notFound } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { pathOfPage } from '../published/page-paths.ts'
import { siteSpaceOn } from '../site-spaces/view.ts'

const field = 'body.destination'

/** 404 where the caller sees no such section or space on the site, 400 where the space has no such page. */
export async function requireDestination(context: SitesContext, siteId: string, destination: SiteRedirectDestination) {
  if (destination.kind === 'external') return
  if (destination.kind === 'site-section') return requireSection(context, siteId, destination.siteSectionId)
  const { space_id } = await siteSpaceOn(context, siteId, destination.siteSpaceId)
  if (destination.kind !== 'site-page') return
  const path = await pathOfPage(context.call)(space_id, destination.pageId)
  if (path === undefined) throw badRequest(`${field}.pageId`, 'is no page of the live content of this space')
}

async function requireSection({ sql }: SitesContext, siteId: string, id: string) {
  const found = await sql
    .selectFrom('site_section')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound(`The section in ${field}.siteSectionId`)
}
