import type { PublishedPage } from '@quire/contracts'
import type { Block, ContentRef, ImageRef } from '@quire/document'
import { brokenScheme, schemeOf } from '@quire/document/urls'
import type { Picture, Target } from '../render/blocks/blocks-context.ts'
import type { Html } from '../render/blocks/markup.ts'
import { renderDocument } from '../render/blocks/render-document.ts'
import { blockVocabularyOf } from '../render/blocks/vocabulary/index.ts'
import type { Heading } from '../render/frame/page-view.ts'
import { emojiText } from '../render/frame/symbols.ts'
import { localeOf } from '../render/words/index.ts'
import { fileHref, variantHref } from '../site/site-hrefs.ts'
import { locationOfSpace, type SiteLocation, type TreeNode, type VisibleSite } from '../site/site-model.ts'
import type { PageContext, SiteTrees } from './page-context.ts'

/** The text of a page, with the origins that its policy must allow. */
interface RenderedText {
  body: Html
  headings: Heading[]
  pictures: string[]
  frames: string[]
  /** False if a renderer timed out; such a page is cached only briefly. */
  isComplete: boolean
  /** For an incomplete page: settles when the missing parts are worth asking for again. */
  ended: Promise<void> | undefined
  /** True if the page includes parts of specifications, which change independently of the space. */
  namesSpecs: boolean
}

interface TextOf {
  location: SiteLocation
  page: PublishedPage
}

/** Rendering continues after the client has disconnected: the next visitor gets the cached page. */
const never = new AbortController().signal

/** Renders the document of a page. */
export async function renderText(
  pageContext: PageContext,
  trees: SiteTrees,
  { location, page }: TextOf,
): Promise<RenderedText> {
  const { site, renderWorkers } = pageContext
  await trees.ofSpaces(page.spaces)
  const locale = localeOf(site, location)
  let namesSpecs = false
  const rendered = await renderDocument(
    { nodes: page.document.nodes as Block[] },
    {
      target: (ref) => targetOf(pageContext, trees, { location, page }, ref),
      picture: (ref) => pictureOf(pageContext, { location, page }, ref) ?? listedPictureOf(site, ref),
      reusable: ({ reusableContent, space }) =>
        space === undefined || space === location.variant.spaceId
          ? (page.reusables[reusableContent]?.nodes as Block[] | undefined)
          : undefined,
      openapi(ref) {
        namesSpecs = true
        return ref.kind === 'openapi'
          ? page.specs[ref.spec]
          : ref.kind === 'file'
            ? page.specs[`file:${ref.file}`]
            : undefined
      },
      vocabulary: blockVocabularyOf(locale),
      language: locale,
      external: site.settings.externalLinks.target === 'blank' ? 'blank' : 'self',
      iconStyle: site.settings.styling.icons,
    },
    {
      kept: renderWorkers.results,
      parserFor: (signal) => renderWorkers.parserFor(site.audience.groups, signal),
      signal: never,
    },
  )
  return {
    body: rendered.html,
    headings: rendered.headings,
    pictures: rendered.pictures,
    frames: rendered.frames,
    isComplete: rendered.isComplete,
    ended: rendered.ended,
    namesSpecs,
  }
}

/** Returns the target of a reference in a page. */
function targetOf(
  { site }: PageContext,
  trees: SiteTrees,
  { location, page }: TextOf,
  ref: ContentRef,
): Target | undefined {
  switch (ref.kind) {
    case 'url':
      return linkedAddress(site, ref.url)
    case 'file': {
      const file = fileOf(site, { location, page }, ref.file)
      return file && { href: file.href, title: file.name, type: file.contentType, size: file.size }
    }
    case 'page':
    case 'anchor': {
      const spaceId = ref.space ?? location.variant.spaceId
      const anchor = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : ''
      if (ref.page === undefined) return { href: anchor }
      const node = trees.look({ space: spaceId, id: ref.page })
      return node?.href === undefined ? undefined : { ...targetPage(node), href: `${node.href}${anchor}` }
    }
    case 'space': {
      const other = locationOfSpace(site, ref.space)
      return other && { href: variantHref(site, other), title: other.variant.title }
    }
    default:
      return undefined
  }
}

/** Addresses of texts by id, of which one that is left over has nothing behind it. */
const byId = /^\/(?:spaces\/[\w-]+\/)?(?:pages|files|reusable-contents|spaces)\//

/**
 * Returns the target of an address in a text. A path from the root leads within the site. A relative path, an unknown id
 * and an address that an export has marked as broken lead nowhere: whatever is there was resolved when the text was
 * stored.
 */
function linkedAddress({ base }: VisibleSite, url: string): Target | undefined {
  if (URL.canParse(url)) return schemeOf(url) === brokenScheme ? undefined : { href: url }
  if (url.startsWith('#') || url.startsWith('//') || url.startsWith('?')) return { href: url }
  if (!url.startsWith('/') || byId.test(url)) return undefined
  return { href: url === base || url.startsWith(`${base}/`) ? url : `${base}${url}` }
}

/** Omits unset fields, which blocks distinguish from empty ones. */
function targetPage({ title, description, emoji, icon }: TreeNode): Target {
  const sign = emojiText(emoji)
  return { title, ...(description && { description }), ...(sign && { emoji: sign }), ...(icon && { icon }) }
}

/** Returns a picture of the page's own space; pictures from elsewhere load only when the visitor asks for them. */
export function pictureOf(
  { site }: Pick<PageContext, 'site'>,
  { location, page }: Pick<TextOf, 'location' | 'page'>,
  ref: ImageRef,
): Picture | undefined {
  const file = ref.kind === 'file' ? fileOf(site, { location, page }, ref.file) : undefined
  if (!file) return undefined
  const { href: src, width, height } = file
  return { src, ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
}

/** Returns a picture of another server whose host the site's settings list. */
function listedPictureOf({ settings }: VisibleSite, ref: ImageRef): Picture | undefined {
  const url = ref.kind === 'url' ? URL.parse(ref.url) : null
  const hosts = settings.externalLinks.pictureHosts ?? []
  return url?.protocol === 'https:' && hosts.includes(url.host) ? { src: url.href } : undefined
}

/** Returns a file of the page's own space with its address. */
function fileOf(site: VisibleSite, { location, page }: Pick<TextOf, 'location' | 'page'>, id: string) {
  const file = page.files[id]
  return file && { ...file, href: fileHref(site, location.variant.spaceId, id, file.name) }
}
