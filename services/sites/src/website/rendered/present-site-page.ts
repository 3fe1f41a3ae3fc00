import type { RenderedSitePage, renderedPageOperations } from '@quire/contracts'
import { badRequest, type Input, notFound } from '@quire/kit'
import type { PublishedLocation } from '../../addresses/resolve-address.ts'
import { spaceAtPath } from '../../addresses/site-paths.ts'
import { visibleSpaces } from '../../addresses/spaces-on-site.ts'
import { visitOf, visitorAccessWatch } from '../../addresses/visitor-access-watch.ts'
import type { SitesContext } from '../../context.ts'
import { siteAddressOfSpace } from '../../model/site-address.ts'
import { findSite } from '../../model/sites.state.ts'
import { settingsToStore, withConditions } from '../../view/settings-to-store.ts'
import { storedSiteSettings } from '../../view/stored-settings.ts'
import { firstDocument } from '../content/page-tree.ts'
import { treesOf } from '../page/page-context.ts'
import { renderPage } from '../page/render-page.ts'
import { inVisitorsTurn } from '../page/visit-work.ts'
import { locationsOf, type VisibleSite } from '../site/site-model.ts'
import { loadVisibleSite } from '../site/visible-site.ts'
import { decodedPath } from '../visit/visit-address.ts'
import type { RenderedNeeds } from './present-rendered.ts'

type Request = SitesContext<RenderedNeeds> & Input<typeof renderedPageOperations.renderSitePage>

/**
 * Renders a page of a site as its visitors of whom nothing is known see it, of the spaces that the caller may read, with
 * the settings of the request. Throws 404 if the site shows the caller no page at the path.
 */
export async function presentSitePage(context: Request): Promise<RenderedSitePage> {
  const { sql, deps, body, call, callStream } = context
  const found = await locate(context)
  const unsaved =
    body.customization &&
    settingsToStore('body.customization', body.customization, await storedSiteSettings(sql, found.site.id))
  const overrides = body.overrides && withConditions('body.overrides', body.overrides)
  const site = withoutVisit(await loadVisibleSite(context, found, { isAtHost: false, unsaved, overrides }))
  const location = locationsOf(site).find(({ variant }) => variant.id === found.space.id)
  if (!location) throw notFound('The space of the site')
  const { source, pageTrees, assets, renderWorkers } = deps.pages
  const accessWatch = visitorAccessWatch(context, visitOf(found))
  const pageContext = inVisitorsTurn({
    ...{ site, source, pageTrees, assets, renderWorkers },
    ...{ call, callStream, accessWatch },
  })
  const trees = treesOf(pageContext)
  const tree = await trees.of(location)
  const listed = found.pathname === '' ? tree.listed[0] : tree.byPath.get(found.pathname)
  const node = listed?.type === 'group' ? firstDocument(listed) : listed
  if (node?.type !== 'document') throw notFound('The page of the site')
  const { html } = await renderPage(pageContext, trees, { location, node, tree })
  return {
    object: 'rendered-site-page',
    title: node.title,
    path: decodedPath((node.href ?? '').slice(site.base.length)).replace(/^\//, ''),
    html,
  }
}

/** Finds the space that the path leads to, among those that the caller may read as a member. */
async function locate({ sql, deps, caller, userId, params, body }: Request): Promise<PublishedLocation> {
  const site = await findSite(sql, params.siteId)
  const admission = { claims: {}, previewOf: userId, previewKind: caller.kind }
  const organization = { id: site.id, organizationId: site.organization_id }
  const visible = await visibleSpaces(sql, organization, admission, deps.isBarred)
  const segments = segmentsOf(body.path ?? '')
  const found = spaceAtPath(visible, segments)
  if (!found) throw notFound('A space of the site')
  const { space, used, isComplete: complete } = found
  const beneath = `${new URL(deps.publicUrl).pathname.replace(/\/$/, '')}/sites/${site.basename ?? site.id}/`
  return {
    ...{ site, admission, visible, space, complete },
    pathname: segments.slice(used).join('/'),
    basePath: beneath,
    siteBasePath: beneath,
    canonicalUrl: siteAddressOfSpace(site, { path: space.path, address: space.address }, deps.publicUrl),
  }
}

/** Returns the names of a path, as it is or percent-encoded, as links have it. Throws 400 if it is encoded wrongly. */
function segmentsOf(path: string): string[] {
  try {
    return decodedPath(path)
      .split('/')
      .filter((one) => one !== '')
  } catch {
    throw badRequest('body.path', 'must be percent-encoded as in addresses, or not at all')
  }
}

/** Leaves out what belongs to a visit: the note of a preview, and scripts. */
const withoutVisit = (site: VisibleSite): VisibleSite => ({
  ...site,
  audience: { ...site.audience, preview: undefined },
  scripts: [],
})
