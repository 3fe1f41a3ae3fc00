import { SiteTokenClaims, siteTokenAudience } from '@quire/contracts'
import { notFound, Refusal, unauthorized, type Visit } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { pathOfPage } from '../../published/page-paths.ts'
import { type Elsewhere, type PublishedPlace, resolvePublished } from '../../published/resolve.ts'
import { visitOf, visitorStanding } from '../../published/standing.ts'
import type { SiteSigner } from '../../signing/site-signer.ts'
import type { Asker } from '../ask/answer-events.ts'
import { openSite } from '../routes/open-site.ts'
import { type SiteTrees, treesOf, type Visiting } from '../routes/page-context.ts'
import { addressToResolve, readVisitAddress } from '../routes/visit-address.ts'
import { visitorOf } from '../routes/visitors.ts'

/** A site as one client of its tools sees it. */
export interface ToolReader {
  visiting: Visiting
  trees: SiteTrees
  /** What an absolute address leads to, for this client. */
  resolve(url: string): Promise<PublishedPlace | Elsewhere | undefined>
  /** Whose answers count together, with those of pages. */
  asker: Pick<Asker, 'address' | 'room'>
}

type ReaderContext = Pick<SitesContext, 'sql' | 'deps' | 'caller' | 'call' | 'callStream' | 'visit'>

/** Opens the site that a message was sent to; throws 401 or 404 where its pages are not for who sent it. */
export async function openReader(context: ReaderContext): Promise<ToolReader> {
  const { sql, deps, caller, call, callStream, visit } = context
  const address = readVisitAddress(visit.url)
  const asking = { sql, deps, caller, ...readBy(visit, address.query, deps.signer) }
  const resolve = (asked: { url: string; isAtHost?: boolean }) =>
    resolvePublished({ ...asking, ...asked, redirectOnError: true, pathOf: pathOfPage(call) })
  const found = await resolve(addressToResolve(address, deps.publicUrl))
  if (!found) throw notFound('The site')
  // Browsers are sent to where they prove who they are; a program is told.
  if ('redirect' in found)
    throw unauthorized('This site is read with a token of its visitors: send it as "Authorization: Bearer <token>".')
  const site = await openSite(context, found)
  if (!site.isForAgents) throw notFound('The site')
  const { source, assets, deriving, asking: room } = deps.pages
  const standing = visitorStanding(context, visitOf(found), found.admission.previewToken)
  const visiting: Visiting = { site, source, assets, deriving, call, callStream, standing }
  return {
    visiting,
    trees: treesOf(visiting),
    // As the gateway takes an address at the host: no proxy stands before it.
    resolve: (url) => resolve({ url, isAtHost: new URL(url).hostname === found.site.hostname }),
    asker: { address: caller.address ?? '', room },
  }
}

const scheme = /^Bearer +([\w.~+/=-]+) *$/i

/** Who a client reads for: the header comes before what a page's reader may have, the address and the cookie. */
function readBy(visit: Visit, query: URLSearchParams, signer: SiteSigner) {
  const visitor = visitorOf(visit, query)
  const bearer = scheme.exec(visit.headers.authorization ?? '')?.[1]
  if (bearer === undefined) return { visitor }
  const siteToken = SiteTokenClaims.safeParse(signer.read(bearer, siteTokenAudience)).data
  return siteToken ? { visitor, siteToken } : { visitor: { ...visitor, jwtToken: bearer } }
}

/**
 * Throws 403 for a page of another origin. Such a page may have made the name of its own server lead here, and then reads
 * what only the reader's network can reach. The gateway has taken the header off where the origin is allowed.
 */
export function requireOwnOrigin({ url, headers }: Visit, publicUrl: string): void {
  const { origin } = headers
  const own = new URL(addressToResolve(readVisitAddress(url), publicUrl).url)
  if (origin === undefined || origin === own.origin) return
  throw new Refusal(403, 'Pages of this origin may not call the site: its operator can allow it with CORS_ORIGINS.')
}
