import type { SiteRedirectDestination } from '@quire/contracts'
import { badRequest, conflict, notFound, violates } from '@quire/kit'
import { sql as raw, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { pathOfPage } from '../../addresses/site-redirects.ts'
import type { SitesContext } from '../../context.ts'
import { findSite } from '../../model/sites.state.ts'
import { liveSiteSpaces } from '../../view/live-site-spaces.ts'
import { visibleSections } from '../../view/sections.present.ts'
import { siteSpaceOn, viewSite, visibleSiteSpaces } from '../../view/site-view.ts'

const field = 'body.destination'

/**
 * Throws 404 if the section or space does not exist on the site or is hidden from the caller, 400 if the space has no
 * such page.
 */
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

/**
 * Selects the redirects of a site that the caller sees: all but those to a hidden space or section. A redirect to a
 * deleted one is visible, so that it can be changed.
 */
export async function visibleRedirects(context: SitesContext, siteId: string) {
  const { sql } = context
  const view = await viewSite(context, await findSite(sql, siteId))
  const sections = sql.selectFrom('site_section').select('site_section.id').where('site_id', '=', siteId)
  return sql
    .selectFrom('site_redirect')
    .where('site_id', '=', siteId)
    .where(targetIsVisible('siteSpaceId', idsOf(liveSiteSpaces(sql, siteId)), idsOf(visibleSiteSpaces(view))))
    .where(targetIsVisible('siteSectionId', sections, visibleSections(view).clearSelect().select('site_section.id')))
}

const idsOf = (siteSpaces: ReturnType<typeof liveSiteSpaces>) => siteSpaces.clearSelect().select('site_space.id')

// biome-ignore lint/suspicious/noExplicitAny: of any tables
type Ids = SelectQueryBuilder<any, any, { id: string }>

/** True if the redirect leads to none of `all`, or to a visible one. */
function targetIsVisible(name: string, all: Ids, visible: Ids) {
  const id = raw<string | null>`site_redirect.destination ->> ${raw.lit(name)}`
  return raw<SqlBool>`(${id} is null or ${id} in (${visible}) or ${id} not in (${all}))`
}

/** Converts a source to the path that addresses are compared with; throws 400, naming the field, for an invalid one. */
export function pathOfSource(source: string, field: string): string {
  try {
    const parts = source.slice(1).split('/').map(decodeURIComponent)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (parts.every((part) => part !== '.' && part !== '..' && !/[\u0000-\u001f\u007f/\\]/.test(part)))
      return parts.join('/')
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw badRequest(field, 'is no path that an address can have')
}

/** Throws 409 if the source of a redirect is taken. */
export async function unlessTaken<Row>(writing: Promise<Row>): Promise<Row> {
  try {
    return await writing
  } catch (error) {
    if (violates(error, 'site_redirect_path')) throw conflict('Another redirect of the site has this source.')
    throw error
  }
}
