import type { PublishedPage } from '@quire/contracts'
import type { Block, ContentRef, ImageRef } from '@quire/document'
import type { Picture, Target } from '../blocks/context.ts'
import type { Html } from '../blocks/markup.ts'
import { renderDocument } from '../blocks/render.ts'
import { blockWordsOf } from '../blocks/words/index.ts'
import type { PageTree } from '../content/tree.ts'
import { emojiText } from '../frame/emoji.ts'
import { fileHref, variantHref } from '../frame/links.ts'
import { type Place, placesOf, type TreeNode } from '../frame/model.ts'
import type { Heading } from '../frame/page-view.ts'
import type { SiteTrees, Visiting } from './page-context.ts'

/** A page's text, and what its policy must let through. */
interface RenderedText {
  body: Html
  headings: Heading[]
  pictures: string[]
  frames: string[]
  /** Whether it is as good as it gets: what took too long comes the next time. */
  isComplete: boolean
  /** Whether it names parts of specifications, which change without the space. */
  namesSpecs: boolean
}

interface TextOf {
  place: Place
  tree: PageTree
  page: PublishedPage
}

/** Pages that nobody waits for any more are finished all the same: the next reader wants them. */
const never = new AbortController().signal

/** The document of a page as HTML. */
export async function renderText(
  visiting: Visiting,
  trees: SiteTrees,
  { place, tree, page }: TextOf,
): Promise<RenderedText> {
  const { site, deriving } = visiting
  await trees.ofSpaces(page.spaces)
  const { locale } = site.settings.internationalization
  let namesSpecs = false
  const rendered = await renderDocument(
    { nodes: page.document.nodes as Block[] },
    {
      target: (ref) => targetOf(visiting, trees, { place, tree, page }, ref),
      picture: (ref) => pictureOf(visiting, { place, page }, ref),
      reusable: ({ reusableContent, space }) =>
        space === undefined || space === place.variant.spaceId
          ? (page.reusables[reusableContent]?.nodes as Block[] | undefined)
          : undefined,
      openapi(ref) {
        namesSpecs = true
        return ref.kind === 'openapi' ? page.specs[ref.spec] : undefined
      },
      words: blockWordsOf(locale),
      language: locale,
      external: site.settings.externalLinks.target === 'blank' ? 'blank' : 'self',
    },
    { kept: deriving.kept, parserFor: (signal) => deriving.parserFor(site.id, signal), signal: never },
  )
  return {
    body: rendered.html,
    headings: rendered.headings,
    pictures: rendered.pictures,
    frames: rendered.frames,
    isComplete: rendered.isComplete,
    namesSpecs,
  }
}

/** Where a reference of a page leads its readers. */
function targetOf(
  { site }: Visiting,
  trees: SiteTrees,
  { place, tree, page }: TextOf,
  ref: ContentRef,
): Target | undefined {
  switch (ref.kind) {
    case 'url':
      return { href: ref.url }
    case 'file': {
      const file = page.files[ref.file]
      if (!file) return undefined
      const href = fileHref(site, place.variant.spaceId, ref.file, file.name)
      return { href, title: file.name, type: file.contentType, size: file.size }
    }
    case 'page':
    case 'anchor': {
      const spaceId = ref.space ?? place.variant.spaceId
      const anchor = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : ''
      if (ref.page === undefined) return { href: anchor }
      const node = (spaceId === place.variant.spaceId ? tree : trees.known(spaceId))?.byId.get(ref.page)
      return node?.href === undefined ? undefined : { ...shown(node), href: `${node.href}${anchor}` }
    }
    case 'space': {
      const other = placesOf(site).find(({ variant }) => variant.spaceId === ref.space)
      return other && { href: variantHref(site, other), title: other.variant.title }
    }
    default:
      return undefined
  }
}

/** What is not set is left out, which the blocks tell from what is empty. */
function shown({ title, description, emoji, icon }: TreeNode): Target {
  const sign = emojiText(emoji)
  return { title, ...(description && { description }), ...(sign && { emoji: sign }), ...(icon && { icon }) }
}

/** A picture of the page's own space; one from elsewhere is loaded when its reader asks for it. */
export function pictureOf(
  { site }: Pick<Visiting, 'site'>,
  { place, page }: Pick<TextOf, 'place' | 'page'>,
  ref: ImageRef,
): Picture | undefined {
  const file = ref.kind === 'file' ? page.files[ref.file] : undefined
  if (ref.kind !== 'file' || !file) return undefined
  const { width, height } = file
  const src = fileHref(site, place.variant.spaceId, ref.file, file.name)
  return { src, ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
}
