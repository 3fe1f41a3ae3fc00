import { randomBytes } from 'node:crypto'
import { VisitAnswer, type VisitRequest } from '@quire/kit'
import { candidatesOf } from '../../addresses/address-candidates.ts'
import { findSiteAt } from '../../addresses/find-site.ts'
import type { PublishedRedirect } from '../../addresses/resolve-address.ts'
import { readVisitCode, signMemberVisit, stateOf } from '../../audience/member-visits.ts'
import type { SitesContext } from '../../context.ts'
import { hostAddress, siteAddress } from '../../model/site-address.ts'
import { answered } from '../cache/visit-answers.ts'
import type { WebsiteNeeds } from '../pages-dependencies.ts'
import { html } from '../render/blocks/markup.ts'
import { barePage } from '../render/frame/missing-site.ts'
import { addressToResolve, type VisitAddress } from './visit-address.ts'
import { cookiesOf, setCookie, setVisit } from './visitor-cookies.ts'

/** The cookie with the secrets of the sign-ins that a browser has begun, one for each of its tabs. */
const stateCookie = 'quire-visit'
const secretBytes = 16
const maxSecrets = 5
/** Time to sign in, which may take a mail. */
const stateSeconds = 1800

/** The path within a site at which the console sends a browser back. */
export const visitPath = '-/visit'

/** Answers that are part of a sign-in: nothing of them is stored, or sent on as a referrer. */
const privately = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', Vary: 'Cookie' }

interface SignIn {
  visit: VisitRequest
  address: VisitAddress
  publicUrl: string
  found: PublishedRedirect & { signInFor: string }
}

/**
 * Sends a browser without a visit to the console. Whoever opens the site at another address of it is first sent to the
 * site's own, where the cookies are.
 */
export function beginSignIn({ visit, address, publicUrl, found }: SignIn): VisitAnswer {
  const mode = visit.headers['sec-fetch-mode']
  // A script of a page whose visit has ended.
  if (mode !== undefined && mode !== 'navigate')
    return answered('Your visit has ended: load the page again.\n', { type: 'text', isPublic: false, status: 401 })
  const search = visit.url.includes('?') ? visit.url.slice(visit.url.indexOf('?')) : ''
  const page = new URL(`${found.signInFor}${search}`).href
  if (urlOf(addressToResolve(address, publicUrl).url) !== urlOf(found.signInFor)) return redirectTo(page)
  const secret = randomBytes(secretBytes).toString('base64url')
  const secrets = [secret, ...secretsOf(visit, address, publicUrl)].slice(0, maxSecrets)
  const console = new URL(found.redirect)
  console.searchParams.set('to', page)
  console.searchParams.set('state', stateOf(secret))
  return redirectTo(console.href, [setState(siteOf(address, publicUrl), secrets)])
}

type Visit = Pick<SitesContext<WebsiteNeeds>, 'sql' | 'deps'> & Omit<SignIn, 'found'>

/**
 * Ends a sign-in: exchanges the console's code for the cookie of a visit. Only the browser that began has the secret that
 * belongs to the code, and has it once, so that no link opens the site as somebody else, and no code works twice.
 */
export async function endSignIn({ sql, deps, visit, address, publicUrl }: Visit): Promise<VisitAnswer> {
  const { url } = addressToResolve(address, publicUrl)
  const candidates = candidatesOf(url, publicUrl)
  const site = candidates && (await findSiteAt(sql, candidates))?.site
  const code = readVisitCode(deps.signer, address.query.get('code') ?? '')
  const secrets = secretsOf(visit, address, publicUrl)
  const used = code && secrets.find((secret) => stateOf(secret) === code.state)
  if (!site || !code || used === undefined || code.visit.site !== site.id || deps.isRevoked(code.visit.token)) {
    const start = siteOf(address, publicUrl)
    return barePage(address.hostname === undefined ? deps.pages.assets : deps.pages.assetsAtHost, {
      status: 400,
      title: 'Signing in was not completed',
      lead: html`It took too long, or began in another browser. <a href="${start}">Open the site again</a>.`,
    })
  }
  const own = siteAddress(site, publicUrl)
  const left = secrets.filter((secret) => secret !== used)
  const visitToken = signMemberVisit(deps.signer, code.visit, deps.now())
  return redirectTo(code.page, [setVisit(own, visitToken), setState(own, left)])
}

const redirectTo = (location: string, cookies: string[] = []) =>
  new VisitAnswer(303, { ...privately, Location: location, ...(cookies.length > 0 && { 'Set-Cookie': cookies }) })

/** Returns the address of the site as it was requested. */
const siteOf = ({ hostname, name }: VisitAddress, publicUrl: string): string =>
  hostname === undefined ? `${publicUrl}/sites/${encodeURIComponent(name)}` : hostAddress(hostname, publicUrl)

const urlOf = (url: string) => new URL(url).href.replace(/\/$/, '')

function secretsOf(visit: VisitRequest, { hostname }: VisitAddress, publicUrl: string): string[] {
  const scope = { isSecure: publicUrl.startsWith('https:'), isWholeHost: hostname !== undefined }
  return (cookiesOf(visit, stateCookie, scope)[0] ?? '').split('.').filter((one) => /^[\w-]{22}$/.test(one))
}

const setState = (site: string, secrets: string[]) =>
  setCookie(site, stateCookie, secrets.join('.'), `; Max-Age=${secrets.length > 0 ? stateSeconds : 0}`)
