import type { Block, BlockOf, ImageRef, InlineOf } from '@quire/document'
import { plainOf } from './inline-text.ts'
import { attributes, classes, type Html, html, nothing } from './markup.ts'
import type { Rendering } from './rendering.ts'
import { hostOf, outside, safeAddress } from './safe-links.ts'

type Size = number | { unit: string; value: number }

interface PictureData {
  ref: ImageRef
  refDark?: ImageRef
  alt?: string
  /** The words below the picture, which stand in for `alt`; a placeholder does not repeat them. */
  caption?: string
  width?: Size
  height?: Size
}

/** Pictures beside each other, each with its caption. */
export function images(block: BlockOf<'images'>, rendering: Rendering): Html {
  const { align, fullWidth, withFrame } = block.data
  const many = block.nodes.length > 1 && 'pictures-many'
  const look = classes('pictures', many, align && `align-${align}`, fullWidth && 'full-width', withFrame && 'framed')
  return html`<div${attributes({ class: look })}>${block.nodes.map((node) => figure(node, rendering))}</div>`
}

export function figure({ data, fragments }: BlockOf<'image'>, rendering: Rendering): Html {
  const captionNodes = fragments.flatMap(({ nodes }) =>
    nodes.flatMap((node: Block) => (node.type === 'paragraph' ? node.nodes : [])),
  )
  const caption =
    captionNodes.length === 0 ? nothing : html`<figcaption>${rendering.inlines(captionNodes, rendering)}</figcaption>`
  return html`<figure>${picture({ ...data, caption: plainOf(captionNodes) }, rendering)}${caption}</figure>`
}

/** A picture among words; its caption is what shows when one points at it. */
export function inlinePicture({ data }: InlineOf<'inline-image'>, rendering: Rendering): Html {
  return picture(data, rendering, {
    class: data.size === 'line' ? 'line-picture' : 'inline-picture',
    title: data.caption,
  })
}

export function drawing({ data }: BlockOf<'drawing'>, rendering: Rendering): Html {
  const { ref, alt } = data
  return ref ? html`<div class="pictures"><figure>${picture({ ref, alt }, rendering)}</figure></div>` : nothing
}

interface Look {
  class?: string
  title?: string
}

/** One picture for light and one for dark, where there are two: the theme shows one, the other is not loaded. */
export function picture({ ref, refDark, ...data }: PictureData, rendering: Rendering, look: Look = {}): Html {
  if (!refDark) return oneOf(ref, data, rendering, look)
  const as = (theme: string) => ({ ...look, class: classes(look.class, `only-${theme}`) })
  return html`${oneOf(ref, data, rendering, as('light'))}${oneOf(refDark, data, rendering, as('dark'))}`
}

function oneOf(ref: ImageRef, data: Omit<PictureData, 'ref' | 'refDark'>, rendering: Rendering, look: Look): Html {
  const found = rendering.context.picture(ref)
  const src = safeAddress(found?.src)
  if (!found || src === undefined) return absentPicture(ref, data, rendering, look)
  const isElsewhere = hostOf(src) !== undefined
  if (isElsewhere) rendering.pictures.add(new URL(src).origin)
  const size = { ...sizeOf(data, found), ...(isElsewhere && { referrerpolicy: 'no-referrer' }) }
  return html`<img${attributes({ src, alt: data.alt ?? data.caption ?? '', ...size, ...look, loading: 'lazy', decoding: 'async' })}>`
}

/** The size that is written; where only one side is, the other follows the picture's own shape. */
function sizeOf({ width, height }: Pick<PictureData, 'width' | 'height'>, own: { width?: number; height?: number }) {
  if (width === undefined && height === undefined) return { width: own.width, height: own.height }
  const shape = own.width && own.height ? own.width / own.height : undefined
  const [across, down] = [pixels(width), pixels(height)]
  return {
    width: lengthOf(width) ?? (shape && down ? Math.round(down * shape) : undefined),
    height: lengthOf(height) ?? (shape && across ? Math.round(across / shape) : undefined),
  }
}

const pixels = (size: Size | undefined) =>
  typeof size === 'number' && size > 0 && size < 10_000 ? Math.round(size) : undefined

function lengthOf(size: Size | undefined): number | string | undefined {
  if (typeof size !== 'object') return pixels(size)
  return size.unit === '%' && size.value > 0 && size.value <= 100 ? `${size.value}%` : undefined
}

/**
 * A placeholder for a picture whose file is gone. Pages load nothing from other sites by themselves: for a picture there,
 * readers get a link, and a button with which the script loads it.
 */
function absentPicture(
  ref: ImageRef,
  { alt, caption }: Pick<PictureData, 'alt' | 'caption'>,
  rendering: Rendering,
  look: Look,
): Html {
  const href = ref.kind === 'url' ? safeAddress(ref.url) : undefined
  const host = href && hostOf(href)
  const { vocabulary } = rendering.context
  if (!href || !host) {
    const words = alt || look.title
    const known = words ? html`<span>${words}</span>` : nothing
    return html`<span${attributes({ class: classes('absent-picture', look.class) })}>${rendering.icons.use('image')}<em>${vocabulary.absentPicture}</em>${known}</span>`
  }
  rendering.pictures.add(new URL(href, 'https://relative.invalid').origin)
  const words = alt ?? caption
  const ask = attributes({ type: 'button', hidden: true, 'data-picture': href, 'data-alt': words })
  const link = attributes({ href, ...outside(href, rendering) })
  const name = words ? `${words} (${host})` : vocabulary.pictureFrom(host)
  return html`<span${attributes({ class: classes('asked-picture', look.class) })}><a${link}>${name}</a><button${ask}>${vocabulary.showPicture}</button></span>`
}
