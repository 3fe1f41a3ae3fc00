import type { RenderablePage } from '@quire/contracts'
import type { ContentRef, ImageRef } from '@quire/document'
import { brokenScheme, schemeOf } from '@quire/document/plain'
import type { Picture, Target } from '../render/blocks/blocks-context.ts'
import { emojiText } from '../render/frame/symbols.ts'

/** The state of a space that a page is read in; neither: the live content. */
export interface State {
  revision?: string
  changeRequest?: string
}

/** A page that the console shows. */
interface ConsolePage {
  publicUrl: string
  spaceId: string
  state: State
  page: RenderablePage
}

/** Returns the target of a reference, in the console. */
export function targetOf(at: ConsolePage, ref: ContentRef): Target | undefined {
  switch (ref.kind) {
    case 'url':
      return linkedAddress(ref.url)
    case 'file': {
      const file = fileOf(at, ref.file)
      return file && { href: file.href, title: file.name, type: file.contentType, size: file.size }
    }
    case 'page':
    case 'anchor': {
      const anchor = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : ''
      if (ref.page === undefined) return { href: anchor }
      const isOwn = ref.space === undefined || ref.space === at.spaceId
      const names = at.page.pages[isOwn ? ref.page : `${ref.space}/${ref.page}`]
      if (!names) return undefined
      const space = isOwn ? spaceHref(at, at.state) : spaceHref({ ...at, spaceId: ref.space ?? '' }, {})
      return { ...namesOf(names), href: `${space}/p/${encodeURIComponent(ref.page)}${anchor}` }
    }
    case 'space': {
      const title = ref.space === at.spaceId ? undefined : at.page.spaces[ref.space]
      if (ref.space !== at.spaceId && title === undefined) return undefined
      return { href: spaceHref({ ...at, spaceId: ref.space }, {}), ...(title !== undefined && { title }) }
    }
    default:
      return undefined
  }
}

/** Returns the path of a space in the console, in a state of its content. */
function spaceHref({ publicUrl, spaceId }: Pick<ConsolePage, 'publicUrl' | 'spaceId'>, state: State): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const space = `${base}/s/${encodeURIComponent(spaceId)}`
  if (state.changeRequest !== undefined) return `${space}/changes/${encodeURIComponent(state.changeRequest)}`
  return state.revision === undefined ? space : `${space}/revisions/${encodeURIComponent(state.revision)}`
}

/**
 * Returns the target of an address in a text. A relative path, an unknown id and an address that an export has marked as
 * broken lead nowhere, and so does a path of a site: it has no meaning in the console.
 */
function linkedAddress(url: string): Target | undefined {
  if (URL.canParse(url)) return schemeOf(url) === brokenScheme ? undefined : { href: url }
  return url.startsWith('#') || url.startsWith('//') ? { href: url } : undefined
}

/** Omits unset fields, which blocks distinguish from empty ones. */
function namesOf({ title, description, emoji, icon }: RenderablePage['pages'][string]): Target {
  const sign = emojiText(emoji)
  return { title, ...(description && { description }), ...(sign && { emoji: sign }), ...(icon && { icon }) }
}

/** Returns a picture of the space; pictures from elsewhere load only when the reader asks for them, as on sites. */
export function pictureOf(at: ConsolePage, ref: ImageRef): Picture | undefined {
  const file = ref.kind === 'file' ? fileOf(at, ref.file) : undefined
  if (!file) return undefined
  const { href: src, width, height } = file
  return { src, ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
}

/** Returns the addresses of the page's cover; undefined if it has none of its space. */
export function coverOf(at: ConsolePage): { src: string; srcDark?: string } | undefined {
  const { ref, refDark } = at.page.page?.cover ?? {}
  const src = ref && pictureOf(at, ref)?.src
  const srcDark = refDark && pictureOf(at, refDark)?.src
  return src === undefined ? undefined : { src, ...(srcDark !== undefined && { srcDark }) }
}

/** Returns a file of the space; its signed address is one of the console's own host. */
function fileOf({ page, publicUrl }: ConsolePage, id: string) {
  const file = Object.hasOwn(page.files, id) ? page.files[id] : undefined
  if (!file) return undefined
  const { origin } = new URL(publicUrl)
  const { downloadURL } = file
  return { ...file, href: downloadURL.startsWith(`${origin}/`) ? downloadURL.slice(origin.length) : downloadURL }
}
