import { visitOperations } from '@quire/contracts'
import { notFound, VisitAnswer } from '@quire/kit'
import { implement, type SitesContext } from '../../context.ts'
import { pathOfPage } from '../../published/page-paths.ts'
import { resolvePublished } from '../../published/resolve.ts'
import { visitOf, visitorStanding } from '../../published/standing.ts'
import { assetAnswer } from '../assets/assets.ts'
import { placesOf } from '../frame/model.ts'
import { redirect } from '../kept/answers.ts'
import { keptAnswer } from '../kept/kept-pages.ts'
import { openSite } from './open-site.ts'
import { treesOf, type Visiting } from './page-context.ts'
import { pageAt } from './pages.ts'
import { specialAt } from './specials.ts'
import { addressToResolve, decodedPath, readVisitAddress, shownAddress } from './visit-address.ts'
import { queryToCookies, visitorOf } from './visitors.ts'

export const visitRoutes = implement(visitOperations, {
  async visitSite(context) {
    const { deps, sql, caller, call, callStream, signal } = context
    const address = readVisitAddress(context.visit.url)
    const visit = { ...context.visit, url: shownAddress(address, deps.publicUrl) }
    if (address.asset !== undefined) return assetAnswer(deps.pages.assets, address.asset, visit)
    const visitor = visitorOf(visit, address.query)
    const { fronts, kept } = deps.pages
    const isPlain = Object.keys(visitor).length === 0 && address.query.size === 0
    const mark = isPlain ? await fronts.mark(sql, { name: address.name, path: address.rest }) : undefined
    const front = kept.known(fronts.get(address.path, mark) ?? '')
    if (front) return keptAnswer(front, visit, true)
    const found = await resolvePublished({
      ...{ sql, deps, caller, visitor },
      ...addressToResolve(address, deps.publicUrl),
      redirectOnError: true,
      pathOf: pathOfPage(call),
    })
    if (!found) throw notFound('The site')
    // Who is sent elsewhere may be sent to another place tomorrow, or not at all.
    // People write addresses with signs that no header can hold; the parser encodes these and leaves out line breaks.
    if ('redirect' in found)
      return redirect(new URL(found.redirect).href, { isPublic: false, status: found.target === 'content' ? 308 : 307 })
    const site = await openSite(context, found)
    const moved = queryToCookies(site, visit, found.admission)
    if (moved) return withCookies(moved)
    const place = placesOf(site).find(({ variant }) => variant.id === found.space.id)
    if (!place) throw notFound('The site')
    const { source, deriving } = deps.pages
    const assets = address.hostname === undefined ? deps.pages.assets : deps.pages.assetsAtHost
    const standing = visitorStanding(context, visitOf(found), found.admission.previewToken)
    const visiting: Visiting = { site, source, assets, deriving, call, callStream, standing }
    const trees = treesOf(visiting)
    const asker = { address: caller.address ?? '', room: deps.pages.asking, isRead: visit.method !== 'HEAD', signal }
    const asked = { place, path: decodedPath(found.pathname), query: address.query, asker }
    const keep = (name: string) => mark && site.audience.isPublic && fronts.set(address.path, { mark, name })
    return (await specialAt(visiting, trees, asked)) ?? pageAt({ deps, visit, keep }, visiting, trees, asked)
  },
})

function withCookies({ location, cookies }: NonNullable<ReturnType<typeof queryToCookies>>): VisitAnswer {
  const { status, headers } = redirect(location, { isPublic: false, status: 303 })
  return new VisitAnswer(status, {
    ...headers,
    'Cache-Control': 'no-store',
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  })
}

export interface VisitContext extends Pick<SitesContext, 'deps' | 'visit'> {
  /** Is told the name of the page that is shown. */
  keep(name: string): void
}
