import type { PublishedPage } from '@quire/contracts'
import { type Html, html, nothing } from '../blocks/markup.ts'
import { encodedPath, type PageTree } from '../content/tree.ts'
import { framed } from '../frame/frame.ts'
import { linkedSpaces, safeHref, targetHref, variantHref } from '../frame/links.ts'
import { article } from '../frame/main.ts'
import type { OpenSite, Place, TreeNode } from '../frame/model.ts'
import type { FrameContext, MainView } from '../frame/page-view.ts'
import { createIconSheet } from '../icons/icons.ts'
import { policy } from '../kept/answers.ts'
import type { RenderedPage } from '../kept/kept-pages.ts'
import { wordsOf } from '../words/index.ts'
import type { SiteTrees, Visiting } from './page-context.ts'
import { pictureOf, renderText } from './text.ts'

/** Nothing tells sites that a specification has another version, or is gone. */
const specsKeptForMs = 60_000

/** A document of the site as a whole page. */
export async function renderPage(
  visiting: Visiting,
  trees: SiteTrees,
  { place, node, tree }: { place: Place; node: TreeNode; tree: PageTree },
): Promise<Omit<RenderedPage, 'name'> & { isForAll: boolean }> {
  const { site, source, call } = visiting
  const page = await source.page(call, place.variant, { pageId: node.id, claims: site.audience.claims })
  const context = await frameContext(visiting, trees, { place, tree, path: node.path })
  const text = await renderText(visiting, trees, { place, tree, page })
  const { body, headings, pictures, frames, isComplete, namesSpecs } = text
  const markdown = `${absolutePath(site, place)}/${encodedPath(node.path)}.md`
  const canonical = addressOf(site, node.href ?? '')
  const { layout } = page
  const view: MainView = {
    title: node.title,
    current: node,
    description: node.description,
    headings: layout.outline ? headings : [],
    content: article(context, { node, body, headings, layout, cover: cover(site, place, page), markdown, canonical }),
    canonical: node.isIndexed ? canonical : undefined,
    markdown,
    showsSidebar: layout.tableOfContents,
    isWide: layout.width === 'wide',
  }
  const kept = namesSpecs ? { keptForMs: specsKeptForMs } : {}
  const answer = asAnswer(site, framed(context, view), { pictures, frames })
  return { ...answer, isComplete, isForAll: page.isForAll, ...kept }
}

/** A page of the site with the headers that it is sent with. */
export function asAnswer(
  site: OpenSite,
  page: ReturnType<typeof framed>,
  { pictures, frames }: { pictures: readonly string[]; frames: readonly string[] } = { pictures: [], frames: [] },
): Pick<RenderedPage, 'html' | 'headers'> {
  const { html: text, styleHash: style, scriptHash: script } = page
  return {
    html: text,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy({ style, script, pictures: [...ownPictures(site), ...pictures], frames }),
    },
  }
}

/** What the pages of a variant share; the trees of the variants beside it are read for the switch between them. */
export async function frameContext(
  { site, assets }: Visiting,
  trees: SiteTrees,
  { place, tree, path }: { place: Place; tree: PageTree; path: string },
): Promise<FrameContext> {
  const found = new Map<string, string | undefined>()
  for (const variant of place.section.variants.slice(0, mostVariantsRead)) {
    // One after the other: trees whose links lead to each other would wait for each other.
    const beside = await trees.of({ section: place.section, variant })
    found.set(variant.id, beside.byPath.get(path)?.href)
  }
  await trees.ofSpaces(linkedSpaces(site.settings))
  return {
    site,
    place,
    tree,
    assets,
    icons: createIconSheet('q-frame'),
    words: wordsOf(site.settings.internationalization.locale),
    hrefOf: (target) => targetHref(site, target, { spaceId: place.variant.spaceId, findPage: trees.findPage }),
    hrefIn: (other) => found.get(other.variant.id) ?? variantHref(site, other),
  }
}

/** Of a section with more variants, the switch leads to the start of the others. */
const mostVariantsRead = 10

/** Where a variant is, as a path without a trailing slash. */
export const absolutePath = (site: OpenSite, place: Place): string => `${site.base}${place.variant.path}`

/** The absolute address of a path of the site; addresses elsewhere stay. */
export const addressOf = ({ base, address }: OpenSite, path: string): string =>
  path.startsWith('/') ? `${address}${path.slice(base.length)}`.replace(/\/$/, '') : path

/** Origins of the pictures that the customization names, and of files, which the site's own addresses lead to. */
function ownPictures({ settings, address, filesOrigin }: OpenSite): string[] {
  const { header, footer, favicon } = settings
  const urls = [header.logo, footer.logo, favicon.icon].flatMap((one) => (one ? [one.light, one.dark] : []))
  const named = urls.flatMap((url) => (safeHref(url) ? [new URL(url).origin] : []))
  return [...new Set([...named, ...(new URL(address).origin === filesOrigin ? [] : [filesOrigin])])]
}

/** The picture above a page. */
function cover(site: OpenSite, place: Place, page: PublishedPage): Html {
  if (!page.layout.cover || !page.cover?.ref) return nothing
  const light = pictureOf({ site }, { place, page }, page.cover.ref)?.src
  const dark = page.cover.refDark && pictureOf({ site }, { place, page }, page.cover.refDark)?.src
  const size = page.layout.coverSize === 'full' ? 'cover cover-full' : 'cover'
  if (!light) return nothing
  return html`<div class="${size}"><img class="${dark ? 'only-light' : ''}" src="${light}" alt="">${dark ? html`<img class="only-dark" src="${dark}" alt="">` : nothing}</div>`
}
