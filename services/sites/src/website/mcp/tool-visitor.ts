import { SiteTokenClaims, siteTokenAudience } from '@quire/contracts'
import { notFound, Refusal, unauthorized, type VisitRequest } from '@quire/kit'
import { type PublishedLocation, type PublishedRedirect, resolvePublished } from '../../addresses/resolve-address.ts'
import { pathOfPage } from '../../addresses/site-redirects.ts'
import { visitOf, visitorAccessWatch } from '../../addresses/visitor-access-watch.ts'
import { readToolToken } from '../../audience/member-visits.ts'
import type { SiteSigner } from '../../audience/site-signer.ts'
import type { SitesContext } from '../../context.ts'
import type { Asker } from '../ask/html-answer-events.ts'
import { type PageContext, type SiteTrees, treesOf } from '../page/page-context.ts'
import { inVisitorsTurn } from '../page/visit-work.ts'
import type { WebsiteNeeds } from '../pages-dependencies.ts'
import { loadVisibleSite } from '../site/visible-site.ts'
import { addressToResolve, readVisitAddress } from '../visit/visit-address.ts'
import { credentialsOf, type VisitorCredentials } from '../visit/visitor-cookies.ts'
import { metadataAddress } from './resource-metadata.ts'

/** A site as one client of its tools sees it. */
export interface ToolVisitor {
  pageContext: PageContext
  trees: SiteTrees
  /** Resolves an absolute address for this client. */
  resolve(url: string): Promise<PublishedLocation | PublishedRedirect | undefined>
  /** The address and limit that answers count against, shared with those of pages. */
  asker: Pick<Asker, 'address' | 'limit'>
}

type ToolContext = Pick<SitesContext<WebsiteNeeds>, 'sql' | 'deps' | 'caller' | 'call' | 'callStream' | 'visit'>

/** Opens the site that a message was sent to; throws 401 or 404 if its pages are hidden from the sender. */
export async function openToolVisitor(context: ToolContext): Promise<ToolVisitor> {
  const { sql, deps, caller, call, callStream, visit } = context
  const address = readVisitAddress(visit.url)
  const asking = { sql, deps, caller, ...senderOf(visit, credentialsOf(visit, address, deps.publicUrl), deps.signer) }
  const resolve = (asked: { url: string; isAtHost?: boolean }) =>
    resolvePublished({ ...asking, ...asked, redirectOnError: true, offersSignIn: true, pathOf: pathOfPage(call) })
  const first = await resolve(addressToResolve(address, deps.publicUrl))
  // Programs keep the address that they were set up with, which may have a former name of the site.
  const isMoved = first && 'redirect' in first && first.target === 'content'
  const found = isMoved ? await resolve({ url: first.redirect }) : first
  if (!found) throw notFound('The site')
  // A browser is redirected to where visitors prove who they are; a program gets an error.
  if ('redirect' in found && found.signInFor !== undefined)
    throw needsPermission(visit, found.signInFor, deps.publicUrl)
  if ('redirect' in found)
    throw unauthorized('This site is read with a token of its visitors: send it as "Authorization: Bearer <token>".')
  const site = await loadVisibleSite(context, found)
  if (!site.isForAgents) throw notFound('The site')
  const { source, pageTrees, assets, renderWorkers, questionLimit } = deps.pages
  const accessWatch = visitorAccessWatch(context, visitOf(found))
  const pageContext = inVisitorsTurn({
    ...{ site, source, pageTrees, assets, renderWorkers },
    ...{ call, callStream, accessWatch },
  })
  return {
    pageContext,
    trees: treesOf(pageContext),
    // Like the gateway, treats an address at the custom hostname as direct, without a proxy.
    resolve: (url) => resolve({ url, isAtHost: new URL(url).hostname === found.site.hostname }),
    asker: { address: caller.address ?? '', limit: questionLimit },
  }
}

const scheme = /^Bearer +([\w.~+/=-]+) *$/i

/**
 * Returns the credentials of a client: the header takes precedence over those that a page's visitor may have in the
 * address and the cookie.
 */
function senderOf(visit: VisitRequest, credentials: VisitorCredentials, signer: SiteSigner) {
  const bearer = scheme.exec(visit.headers.authorization ?? '')?.[1]
  if (bearer === undefined) return credentials
  const { visitor } = credentials
  const siteToken = SiteTokenClaims.safeParse(signer.read(bearer, siteTokenAudience)).data
  if (siteToken) return { visitor, siteToken }
  const toolVisit = readToolToken(signer, bearer)
  return toolVisit ? { visitor, toolVisit } : { visitor: { ...visitor, jwtToken: bearer } }
}

/** 401 that tells a program where it finds out how to ask a person for permission (RFC 9728, section 5.1). */
function needsPermission({ headers }: VisitRequest, resource: string, publicUrl: string): Refusal {
  const problem = headers.authorization === undefined ? '' : 'error="invalid_token", '
  return new Refusal(401, 'This site is internal: a program reads it with the permission of a member.', {
    'WWW-Authenticate': `Bearer ${problem}resource_metadata="${metadataAddress(resource, publicUrl)}"`,
  })
}

/**
 * Throws 403 for a request of a page of another origin. Such a page may have pointed its own DNS name here, to read
 * what only the visitor's network can reach. The gateway removes the header if the origin is allowed.
 */
export function requireOwnOrigin({ url, headers }: VisitRequest, publicUrl: string): void {
  const { origin } = headers
  const own = new URL(addressToResolve(readVisitAddress(url), publicUrl).url)
  if (origin === undefined || origin === own.origin) return
  throw new Refusal(403, 'Pages of this origin may not call the site: its operator can allow it with CORS_ORIGINS.')
}
