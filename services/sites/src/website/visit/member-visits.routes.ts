import { actingMember } from '@quire/access'
import { memberVisitOperations, toolAccessOperations } from '@quire/contracts'
import { type Input, notFound } from '@quire/kit'
import { candidatesOf } from '../../addresses/address-candidates.ts'
import { findSiteAt } from '../../addresses/find-site.ts'
import { visibleSpaces } from '../../addresses/spaces-on-site.ts'
import { asInternalVisitor } from '../../addresses/visitor-admission.ts'
import { type MemberVisit, memberVisitOf, signToolToken, signVisitCode } from '../../audience/member-visits.ts'
import type { SignerNeeds } from '../../audience/site-signer.ts'
import { implementWith, type SitesContext } from '../../context.ts'
import { siteAddress } from '../../model/site-address.ts'
import { findSite } from '../../model/sites.state.ts'
import { toolPaths } from '../site/site-hrefs.ts'
import { visitPath } from './member-sign-in.ts'

type Context = SitesContext<SignerNeeds>

export const memberVisitRoutes = implementWith<SignerNeeds>()(memberVisitOperations, { createSiteVisit })

/**
 * Returns the address at which an internal site ends the caller's sign-in. It is made of the site's own address, whatever
 * the console was asked for, so that nobody is sent elsewhere.
 */
async function createSiteVisit(context: Context & Input<typeof memberVisitOperations.createSiteVisit>) {
  const { deps, body } = context
  const { site, path, visit } = await internalSiteAt(context, body.url)
  const own = siteAddress(site, deps.publicUrl)
  const page = `${[own, ...path].join('/')}${new URL(body.url).search}`
  const url = new URL(`${own}/${visitPath}`)
  url.searchParams.set('code', signVisitCode(deps.signer, { visit, state: body.state, page }, deps.now()))
  return { url: url.href }
}

export const toolAccessRoutes = implementWith<SignerNeeds>()(toolAccessOperations, {
  async findToolSite(context) {
    const { site, path } = await internalSiteAt(context, context.body.resource)
    if (site.agents_context !== 'included' || !toolPaths.includes(path.join('/'))) throw notFound('The site')
    return { site: site.id, title: site.title, organization: site.organization_id }
  },

  async signToolToken({ sql, deps, body }) {
    const { site: id, expiresAt: exp, ...holder } = body
    const site = await findSite(sql, id)
    const visit = { site: id, ...holder, exp }
    if (site.agents_context !== 'included') throw notFound('The site')
    await requireVisible({ sql, deps }, { site, schema: undefined }, visit)
    return { token: signToolToken(deps.signer, visit, deps.now()) }
  },
})

/** Finds the internal site at an address, and what follows its name there; throws 404 if the caller may read nothing there. */
async function internalSiteAt({ sql, deps, caller }: Context, url: string) {
  const candidates = candidatesOf(url, deps.publicUrl)
  const found = candidates && (await findSiteAt(sql, candidates))
  if (!candidates || !found?.site.published || found.site.visibility !== 'members') throw notFound('The site')
  const { site, used } = found
  await actingMember(sql, caller, site.organization_id, deps)
  const visit = memberVisitOf(caller, site, deps.now())
  if (!visit) throw notFound('The site')
  await requireVisible({ sql, deps }, found, visit)
  return { site, visit, path: candidates.segments.slice(used).map(({ raw }) => raw) }
}

type Visited = Parameters<typeof asInternalVisitor>[1]

/** Throws 404 if the visitor sees no space of the site. */
async function requireVisible({ sql, deps }: Pick<Context, 'sql' | 'deps'>, found: Visited, visit: MemberVisit) {
  const { id, organization_id: organizationId } = found.site
  const admission = await asInternalVisitor({ sql, deps, visitor: {} }, found, visit)
  const visible = admission && (await visibleSpaces(sql, { id, organizationId }, admission, deps.isBarred))
  if (!visible || visible.length === 0) throw notFound('The site')
}
