import { visitOperations } from '@quire/contracts'
import { notFound, VisitAnswer } from '@quire/kit'
import { implement, type SitesContext } from '../../context.ts'
import { pathOfPage } from '../../published/page-paths.ts'
import { resolvePublished } from '../../published/resolve.ts'
import { assetAnswer } from '../assets/assets.ts'
import { placesOf } from '../frame/model.ts'
import { redirect } from '../kept/answers.ts'
import { keptAnswer } from '../kept/kept-pages.ts'
import { openSite } from './open-site.ts'
import { treesOf, type Visiting } from './page-context.ts'
import { pageAt } from './pages.ts'
import { specialAt } from './specials.ts'
import { readVisitAddress } from './visit-address.ts'
import { tokenToCookie, visitorOf } from './visitors.ts'

export const visitRoutes = implement(visitOperations, {
  async visitSite(context) {
    const { visit, deps, sql, caller, call } = context
    const address = readVisitAddress(visit.url)
    if (address.asset !== undefined) return assetAnswer(deps.pages.assets, address.asset, visit)
    const visitor = visitorOf(visit, address.query)
    const { fronts, kept } = deps.pages
    const isPlain = visitor.jwtToken === undefined && address.query.size === 0
    const mark = isPlain ? await fronts.mark(sql, { name: address.name, path: address.rest }) : undefined
    const front = kept.known(fronts.get(address.path, mark) ?? '')
    if (front) return keptAnswer(front, visit, true)
    const found = await resolvePublished({
      ...{ sql, deps, caller, visitor },
      url: new URL(deps.publicUrl).origin + address.path,
      redirectOnError: true,
      pathOf: pathOfPage(call),
    })
    if (!found) throw notFound('The site')
    // Who is sent elsewhere may be sent to another place tomorrow, or not at all.
    // People write addresses with signs that no header can hold; the parser encodes these and leaves out line breaks.
    if ('redirect' in found)
      return redirect(new URL(found.redirect).href, { isPublic: false, status: found.target === 'content' ? 308 : 307 })
    const site = await openSite(context, found)
    const moved = tokenToCookie(site, visit, found.admission)
    if (moved) return withCookie(moved)
    const place = placesOf(site).find(({ variant }) => variant.id === found.space.id)
    if (!place) throw notFound('The site')
    const { source, assets, deriving } = deps.pages
    const visiting: Visiting = { site, source, assets, deriving, call }
    const trees = treesOf(visiting)
    const asked = { place, path: decodedPath(found.pathname), query: address.query }
    const keep = (name: string) => mark && site.audience.isPublic && fronts.set(address.path, { mark, name })
    return (await specialAt(visiting, trees, asked)) ?? pageAt({ deps, visit, keep }, visiting, trees, asked)
  },
})

const decodedPath = (path: string) => path.split('/').map(decodeURIComponent).join('/')

function withCookie({ location, cookie }: NonNullable<ReturnType<typeof tokenToCookie>>): VisitAnswer {
  const { status, headers } = redirect(location, { isPublic: false, status: 303 })
  return new VisitAnswer(status, {
    ...headers,
    'Cache-Control': 'no-store',
    ...(cookie !== undefined && { 'Set-Cookie': cookie }),
  })
}

export interface VisitContext extends Pick<SitesContext, 'deps' | 'visit'> {
  /** Is told the name of the page that is shown. */
  keep(name: string): void
}
