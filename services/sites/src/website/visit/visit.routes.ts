import { visitOperations } from '@quire/contracts'
import { type Input, VisitAnswer } from '@quire/kit'
import { type PublishedRedirect, resolvePublished } from '../../addresses/resolve-address.ts'
import { pathOfPage } from '../../addresses/site-redirects.ts'
import { visitOf, visitorAccessWatch } from '../../addresses/visitor-access-watch.ts'
import { implementWith, type SitesContext } from '../../context.ts'
import { assetAnswer } from '../assets/assets.ts'
import { customFontAnswer } from '../assets/custom-font-answer.ts'
import { siteFileAnswer } from '../assets/site-file-answer.ts'
import { answerFromCache } from '../cache/page-cache.ts'
import { answered, redirect } from '../cache/visit-answers.ts'
import { describedTools, resourceMetadata } from '../mcp/resource-metadata.ts'
import { framedAnswer } from '../page/framed-page.ts'
import type { SiteTrees } from '../page/page-context.ts'
import { type PageContext, treesOf } from '../page/page-context.ts'
import { inVisitorsTurn } from '../page/visit-work.ts'
import type { WebsiteNeeds } from '../pages-dependencies.ts'
import { html } from '../render/blocks/markup.ts'
import { missingSite } from '../render/frame/missing-site.ts'
import { localeOf, vocabularyOf } from '../render/words/index.ts'
import { resultList, searchSite } from '../search/search-site.ts'
import { toolPaths, variantHref } from '../site/site-hrefs.ts'
import type { SiteLocation } from '../site/site-model.ts'
import { locationsOf } from '../site/site-model.ts'
import { loadVisibleSite } from '../site/visible-site.ts'
import { beginSignIn, endSignIn, visitPath } from './member-sign-in.ts'
import { movedPage } from './moved-page.ts'
import { markdownAt, pageAt } from './page-at-path.ts'
import { previewWith } from './pull-preview.ts'
import { postOnly, specialAt } from './special-paths.ts'
import { addressToResolve, decodedPath, publicPathOf, readVisitAddress } from './visit-address.ts'
import { credentialsOf, hasCredentials, isAnonymous, queryToCookies } from './visitor-cookies.ts'

const maxSuggestions = 5

export const visitRoutes = implementWith<WebsiteNeeds>()(visitOperations, { visitSite })

type Visit = SitesContext<WebsiteNeeds> & Input<typeof visitOperations.visitSite>

/** Answers a request for a page of a site, or for one of the files and services beside its pages. */
async function visitSite(context: Visit) {
  const { deps, sql, caller, call, callStream, signal } = context
  const address = readVisitAddress(context.visit.url)
  const visit = { ...context.visit, url: publicPathOf(address, deps.publicUrl) }
  if (address.asset !== undefined) {
    const font = await customFontAnswer({ sql, cache: deps.pages.siteFiles, visit }, address.asset)
    return font ?? assetAnswer(deps.pages.assets, address.asset, visit)
  }
  const { publicUrl } = deps
  const tools = describedTools(address)
  if (tools !== undefined) return resourceMetadata({ context, address }, tools)
  if (address.rest === visitPath) return endSignIn({ sql, deps, visit, address, publicUrl })
  const credentials = credentialsOf(visit, address, publicUrl)
  const { frontCache, pageCache } = deps.pages
  const isPlain = isAnonymous(credentials) && !hasCredentials(address.query)
  const validator = isPlain
    ? await frontCache.readValidator(sql, { name: address.name, path: address.rest })
    : undefined
  const front = pageCache.get(frontCache.get(address.path, validator) ?? '')
  if (front) return answerFromCache(front, visit, true)
  const found = await resolvePublished({
    ...{ sql, deps, caller, ...credentials },
    ...addressToResolve(address, deps.publicUrl),
    redirectOnError: true,
    offersSignIn: true,
    pathOf: pathOfPage(call),
    findPreview: previewWith(call),
  })
  const assets = address.hostname === undefined ? deps.pages.assets : deps.pages.assetsAtHost
  if (!found) return missingSite(assets)
  if ('redirect' in found && found.signInFor !== undefined) {
    if (toolPaths.includes(address.rest)) return postOnly()
    return beginSignIn({ visit, address, publicUrl, found: { ...found, signInFor: found.signInFor } })
  }
  // Caches validate redirects, because their targets may change or disappear. Authors may write addresses with
  // characters that no header can contain; the URL parser encodes these and removes line breaks.
  if ('redirect' in found)
    return redirect(hrefOf(found, visit.url), { isPublic: false, status: found.target === 'content' ? 308 : 307 })
  const file = await siteFileAnswer({ sql, cache: deps.pages.siteFiles, visit }, found)
  if (file) return file
  const site = await loadVisibleSite(context, found, { isAtHost: address.hostname !== undefined })
  const moved = queryToCookies(site, visit, found.admission)
  if (moved) return withCookies(moved)
  const location = locationsOf(site).find(({ variant }) => variant.id === found.space.id)
  if (!location) return missingSite(assets)
  const { source, pageTrees, renderWorkers } = deps.pages
  const accessWatch = visitorAccessWatch(context, visitOf(found))
  const pageContext = inVisitorsTurn({
    ...{ site, source, pageTrees, assets, renderWorkers },
    ...{ call, callStream, accessWatch },
  })
  const trees = treesOf(pageContext)
  const asker = {
    address: caller.address ?? '',
    limit: deps.pages.questionLimit,
    isRead: visit.method !== 'HEAD',
    signal,
  }
  const { files } = deps.pages
  const asked = { location, path: decodedPath(found.pathname), query: address.query, asker, files, visit }
  const cacheFront = (key: string) =>
    validator && site.audience.isPublic && frontCache.set(address.path, { validator, key })
  return (
    (await specialAt(pageContext, trees, asked)) ??
    (await pageAt({ deps, visit, cacheFront }, pageContext, trees, asked)) ??
    (await markdownAt(pageContext, trees, asked)) ??
    (await movedPage({ sql, publicUrl }, pageContext, trees, found)) ??
    (asker.isRead
      ? deps.pages.coldWork(site.audience.groups, signal, () => missingPage(pageContext, trees, asked))
      : answered(undefined, { type: 'html', isPublic: site.audience.isPublic, status: 404 }))
  )
}

/**
 * Returns the address of a redirect. One that stays on the site keeps the query of the visit: a token becomes a cookie
 * only at the path where the visitor goes on, and searches and campaigns go on there too. Other addresses learn none of it.
 */
function hrefOf({ redirect, target }: PublishedRedirect, visited: string): string {
  const url = new URL(redirect)
  const query = visited.indexOf('?')
  if (target === 'content' && query >= 0) url.search = visited.slice(query)
  return url.href
}

function withCookies({ location, cookies }: NonNullable<ReturnType<typeof queryToCookies>>): VisitAnswer {
  const { status, headers } = redirect(location, { isPublic: false, status: 303 })
  return new VisitAnswer(status, {
    ...headers,
    'Cache-Control': 'no-store',
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  })
}

/** Renders the site's 404 page, with suggestions found by searching for the words of the path. */
async function missingPage(
  pageContext: PageContext,
  trees: SiteTrees,
  { location, path }: { location: SiteLocation; path: string },
): Promise<VisitAnswer> {
  const { site } = pageContext
  const vocabulary = vocabularyOf(localeOf(site, location))
  const query = path.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const found = await searchSite(pageContext, trees, query, location.variant.id)
  const suggestions = found.slice(0, maxSuggestions).map((one) => ({ ...one, sections: [] }))
  const content = html`<article class="missing"><p class="status">404</p><h1>${vocabulary.notFound}</h1><p class="lead">${vocabulary.notFoundHint}</p>
${suggestions.length > 0 ? html`<h2>${vocabulary.suggestions}</h2>${resultList(suggestions)}` : ''}
<p><a class="button-primary" href="${variantHref(site, location)}">${vocabulary.toStart}</a></p></article>`
  return framedAnswer(pageContext, trees, { location, title: vocabulary.notFound, content, status: 404 })
}
