import type { pageEventOperations } from '@quire/contracts'
import { badRequest, type Input } from '@quire/kit'
import { type PublishedLocation, resolvePublished } from '../../addresses/resolve-address.ts'
import { pathOfPage } from '../../addresses/site-redirects.ts'
import { visitOf, visitorAccessWatch } from '../../addresses/visitor-access-watch.ts'
import type { SitesContext } from '../../context.ts'
import type { EventRow } from '../../tables/insights.tables.ts'
import { type SiteTrees, treesOf } from '../../website/page/page-context.ts'
import { inVisitorsTurn } from '../../website/page/visit-work.ts'
import type { WebsiteNeeds } from '../../website/pages-dependencies.ts'
import { addressOf } from '../../website/site/site-hrefs.ts'
import { locationsOf, type SiteLocation, type TreeNode, type VisibleSite } from '../../website/site/site-model.ts'
import { loadVisibleSite } from '../../website/site/visible-site.ts'
import { addressToResolve, decodedPath, readVisitAddress } from '../../website/visit/visit-address.ts'
import { credentialsOf } from '../../website/visit/visitor-cookies.ts'
import type { InsightsNeeds } from '../insights-config.ts'
import { plainAddress } from './event-texts.ts'

export type Reporting = SitesContext<InsightsNeeds & WebsiteNeeds> & Input<typeof pageEventOperations.reportPageEvents>

/** A page of a site, as its visitor reads it. */
export interface ReportedPage {
  site: VisibleSite
  /** Where the events happened. */
  columns: Pick<EventRow, 'url' | 'context' | 'section' | 'site_space' | 'share_link' | 'space' | 'revision' | 'page'>
  /** Finds a page of the site by its path below the site's address, for this visitor. */
  findPage(path: string): Promise<{ space: string; page: string } | undefined>
}

/** A path that begins with a slash and has no parts that a browser resolves, nor a query. */
const plainPath = /^(?:\/(?!\.{1,2}(?:\/|$))[^/?#\\]*)*$/

/** Opens the page that events are about; undefined if its visitor may not read it. */
export async function openReportedPage(context: Reporting): Promise<ReportedPage | undefined> {
  const { deps, body, caller, call, callStream } = context
  if (!plainPath.test(body.path))
    throw badRequest('body.path', 'must be the path of a page below the address of the site')
  const found = await resolve(context, body.path)
  if (!found) return undefined
  const site = await loadVisibleSite(context, found)
  const location = locationIn(site, found)
  if (!location) return undefined
  const { source, pageTrees, assets, renderWorkers } = deps.pages
  const accessWatch = visitorAccessWatch(context, visitOf(found))
  const trees = treesOf(
    inVisitorsTurn({ ...{ site, source, pageTrees, assets, renderWorkers }, ...{ call, callStream, accessWatch } }),
  )
  const node = await nodeIn(trees, location, found)
  const { section, variant } = location
  const href = node?.href ?? site.base + body.path
  return {
    site,
    columns: {
      url: plainAddress(addressOf(site, href)) ?? site.address,
      context: 'site',
      section: section.id || null,
      site_space: variant.id,
      share_link: found.admission.shareLink?.id ?? null,
      space: variant.spaceId,
      revision: variant.revision,
      page: node?.id ?? null,
    },
    async findPage(path) {
      const other =
        path.startsWith('/') && plainPath.test(path) ? await resolve({ ...context, caller }, path) : undefined
      const at = other && locationIn(site, other)
      const page = at && (await nodeIn(trees, at, other))
      return page && { space: at.variant.spaceId, page: page.id }
    },
  }
}

/** Resolves a path below the address that the events were sent to, for the same visitor. */
async function resolve(context: Reporting, path: string): Promise<PublishedLocation | undefined> {
  const { deps, sql, caller, visit, call } = context
  const address = readVisitAddress(visit.url.replace(/\/-\/events(?:\?.*)?$/s, path))
  const found = await resolvePublished({
    ...{ sql, deps, caller, ...credentialsOf(visit, address, deps.publicUrl) },
    ...addressToResolve(address, deps.publicUrl),
    redirectOnError: true,
    pathOf: pathOfPage(call),
  })
  return found && 'redirect' in found ? undefined : found
}

const locationIn = (site: VisibleSite, { space }: PublishedLocation) =>
  locationsOf(site).find(({ variant }) => variant.id === space.id)

async function nodeIn(
  trees: SiteTrees,
  location: SiteLocation,
  { pathname }: PublishedLocation,
): Promise<TreeNode | undefined> {
  const tree = await trees.of(location)
  const path = decodedPath(pathname)
  const node = path === '' ? tree.listed[0] : tree.byPath.get(path)
  return node?.type === 'document' ? node : undefined
}
