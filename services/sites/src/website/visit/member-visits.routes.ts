import { actingMember } from '@quire/access'
import { memberVisitOperations } from '@quire/contracts'
import { type Input, notFound } from '@quire/kit'
import { candidatesOf } from '../../addresses/address-candidates.ts'
import { findSiteAt } from '../../addresses/find-site.ts'
import { visibleSpaces } from '../../addresses/spaces-on-site.ts'
import { asInternalVisitor } from '../../addresses/visitor-admission.ts'
import { memberVisitOf, signVisitCode } from '../../audience/member-visits.ts'
import type { SignerNeeds } from '../../audience/site-signer.ts'
import { implementWith, type SitesContext } from '../../context.ts'
import { siteAddress } from '../../model/site-address.ts'
import { visitPath } from './member-sign-in.ts'

export const memberVisitRoutes = implementWith<SignerNeeds>()(memberVisitOperations, { createSiteVisit })

/**
 * Returns the address at which an internal site ends the caller's sign-in. It is made of the site's own address, whatever
 * the console was asked for, so that nobody is sent elsewhere.
 */
async function createSiteVisit(
  context: SitesContext<SignerNeeds> & Input<typeof memberVisitOperations.createSiteVisit>,
) {
  const { sql, deps, caller, body } = context
  const candidates = candidatesOf(body.url, deps.publicUrl)
  const found = candidates && (await findSiteAt(sql, candidates))
  if (!candidates || !found?.site.published || found.site.visibility !== 'members') throw notFound('The site')
  const { site, used } = found
  await actingMember(sql, caller, site.organization_id, deps)
  const visit = memberVisitOf(caller, site, deps.now())
  const admission = visit && (await asInternalVisitor({ sql, deps, visitor: {} }, found, visit))
  const asked = { id: site.id, organizationId: site.organization_id }
  const visible = admission && (await visibleSpaces(sql, asked, admission, deps.isBarred))
  if (!visit || !visible || visible.length === 0) throw notFound('The site')
  const own = siteAddress(site, deps.publicUrl)
  const path = candidates.segments.slice(used).map(({ raw }) => raw)
  const page = `${[own, ...path].join('/')}${new URL(body.url).search}`
  const url = new URL(`${own}/${visitPath}`)
  url.searchParams.set('code', signVisitCode(deps.signer, { visit, state: body.state, page }, deps.now()))
  return { url: url.href }
}
