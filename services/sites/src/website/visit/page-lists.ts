import { hash } from 'node:crypto'
import { notFound, type VisitAnswer, type VisitRequest } from '@quire/kit'
import { answered, isFresh } from '../cache/visit-answers.ts'
import { type Level, listedUnder } from '../content/navigation.ts'
import { framedAnswer } from '../page/framed-page.ts'
import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { html } from '../render/blocks/markup.ts'
import { levelItems } from '../render/frame/page-list.ts'
import { createIconSheet } from '../render/icons/icons.ts'
import { vocabularyOf } from '../render/words/index.ts'
import { topOfSpace } from '../site/site-hrefs.ts'
import { locationsOf, type SiteLocation } from '../site/site-model.ts'

/** Upper bound on the pages of one answer; it leads to those before and after them. */
const maxListed = 200

interface FoundList {
  location: SiteLocation
  level: Level
}

type ListPath = readonly (string | undefined)[]

/**
 * Answers with a page that lists the pages directly below one, which navigations of large spaces lead to; undefined if
 * the visitor sees none there. The path is that of `pageListHref`, after its name.
 */
export async function pageListPage(
  pageContext: PageContext,
  trees: SiteTrees,
  path: ListPath,
): Promise<VisitAnswer | undefined> {
  const { site } = pageContext
  const found = await findList(pageContext, trees, path)
  if (!found) return undefined
  const { location, level } = found
  const vocabulary = vocabularyOf(site.settings.internationalization.locale)
  const icons = createIconSheet('q-list', site.settings.styling.icons)
  const items = levelItems(level, { site, location, icons, vocabulary, current: undefined })
  const title = level.parent?.title ?? vocabulary.pages
  const above = level.parent?.href ? html`<a href="${level.parent.href}">${title}</a>` : title
  const content = html`<article>${icons.drawings()}<div class="page-head"><h1>${above}</h1></div><ul class="page-list">${items}</ul></article>`
  return framedAnswer(pageContext, trees, { location, title, content })
}

/**
 * Answers with the entries of such a list alone, with which the script completes the navigation of a page; throws 404.
 * The validator covers everything that the visitor sees of the space.
 */
export async function pageListEntries(
  pageContext: PageContext,
  trees: SiteTrees,
  { path, visit }: { path: ListPath; visit: VisitRequest },
): Promise<VisitAnswer> {
  const { site } = pageContext
  const found = await findList(pageContext, trees, path)
  if (!found) throw notFound('The list of pages')
  const { location, level } = found
  const { isPublic } = site.audience
  const state = [site.version, await trees.shapeOf(location.variant.spaceId), path]
  const etag = `W/"${hash('sha256', JSON.stringify(state), 'base64url').slice(0, 27)}"`
  const more = { ETag: etag, 'X-Robots-Tag': 'noindex', 'Content-Security-Policy': "default-src 'none'" }
  if (isFresh(visit, etag)) return answered('', { type: 'html', isPublic, status: 304, more })
  const icons = createIconSheet(`q-list-${path.join('-')}`, site.settings.styling.icons)
  const vocabulary = vocabularyOf(site.settings.internationalization.locale)
  // The page that the entries complete has those on the other side.
  const without = path.at(-1)?.startsWith('-') ? 'later' : 'earlier'
  const items = levelItems(level, { site, location, icons, vocabulary, current: undefined }, without)
  return answered(html`${items}${icons.drawings()}`.toString(), { type: 'html', isPublic, more })
}

/** Finds the pages that a path names, as the visitor sees them. */
async function findList(
  { site }: PageContext,
  trees: SiteTrees,
  [variantId, parentId, part = '0-', ...rest]: ListPath,
): Promise<FoundList | undefined> {
  const location = locationsOf(site).find(({ variant }) => variant.id === variantId)
  const [, from = '', to = ''] = /^(?=.)(\d{0,9})-(\d{0,9})$/.exec(part) ?? []
  if (!location || rest.length > 0 || (from === '') === (to === '')) return undefined
  const tree = await trees.of(location)
  const parent = parentId === undefined || parentId === topOfSpace ? undefined : tree.byId.get(parentId)
  if (parentId !== undefined && parentId !== topOfSpace && !parent?.isListed) return undefined
  const listed = listedUnder(tree, parent)
  const begin = from === '' ? Math.max(0, Math.min(Number(to), listed.length) - maxListed) : Number(from)
  const end = from === '' ? Number(to) : begin + maxListed
  const nodes = listed.slice(begin, end)
  const hasMore = end < listed.length
  return nodes.length === 0
    ? undefined
    : { location, level: { parent, nodes, before: begin, hasMore, below: undefined } }
}
