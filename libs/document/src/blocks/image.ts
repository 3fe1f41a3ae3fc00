import { z } from 'zod'
import { isSafeUrl } from '../markdown/urls.ts'
import { urlOf } from '../nodes/content-refs.ts'
import { writeLength } from '../nodes/lengths.ts'
import type { Fragment, Inline, InlineImage, VoidBlock } from '../nodes/nodes.ts'
import { ImageRef, size, text } from '../nodes/shapes.ts'
import { collapse, type Element, isBlank, onlyElement, type Piece } from '../reading/elements.ts'
import { readImageData } from '../reading/inline-elements.ts'
import { text as textNode } from '../reading/inline-nodes.ts'
import { readPieces } from '../reading/read-inlines.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { trimmed } from '../reading/trim.ts'
import { openTag } from '../writing/write-html.ts'
import { htmlOfInlines } from '../writing/write-inlines.ts'
import { withDark } from '../writing/write-voids.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { partKind } from './kind.ts'

const data = z.object({ ref: ImageRef, refDark: ImageRef.optional(), alt: text, ...size })

export type ImageBlock = VoidBlock<'image', typeof data> & { fragments: Fragment[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    image: ImageBlock
  }
}

export const image = partKind<'image'>({ data, content: { fragments: 'any' } })

/** A picture with its caption: the one given, else the words that it has in a line. */
export function imageBlock({ caption, size: _, ...data }: InlineImage['data'], written?: Inline[]): ImageBlock {
  const nodes = written ?? (caption ? [textNode(caption, [])] : [])
  return {
    object: 'block',
    type: 'image',
    isVoid: true,
    data,
    fragments:
      nodes.length > 0
        ? [{ object: 'fragment', fragment: 'caption', nodes: [{ object: 'block', type: 'paragraph', nodes }] }]
        : [],
  }
}

/** The inlines of a picture's caption. */
function captionOf({ fragments }: ImageBlock): Inline[] {
  return fragments.flatMap(({ nodes }) => nodes.flatMap((node) => (node.type === 'paragraph' ? node.nodes : [])))
}

/** The text of a caption without marks, untrimmed; undefined where there is more to it. */
export function plainCaption(image: ImageBlock): string | undefined {
  const caption = captionOf(image)
  const leaves = caption.flatMap((node) => (node.object === 'text' ? node.leaves : []))
  const words = leaves.map(({ text }) => text).join('')
  const plain =
    caption.every(({ object }) => object === 'text') &&
    leaves.every(({ marks, raw }) => marks.length === 0 && raw === undefined)
  return plain && !words.includes('\n') ? words : undefined
}

/** `<figure><img …><figcaption>…</figcaption></figure>`, or a picture as it is; undefined where more is said. */
export function readImage(element: Element, reading: ReadingContext): ImageBlock | undefined {
  if (element.name !== 'figure') return pictureOf(element, reading)
  const [picture, figcaption, ...others] = element.children.filter((piece) => !isBlank(piece))
  const isStrict = reading.edition !== 'full'
  if ((isStrict && element.attributes.size > 0) || picture?.type !== 'element' || others.length > 0) return undefined
  const caption = figcaption && readCaption(figcaption, reading)
  if (figcaption && !caption) return undefined
  return pictureOf(picture, reading, caption)
}

/** The inlines of a caption, with or without a paragraph around them. */
function readCaption(figcaption: Piece, reading: ReadingContext): Inline[] | undefined {
  if (figcaption.type !== 'element' || figcaption.name !== 'figcaption') return undefined
  if (reading.edition === 'full') return reading.line(figcaption, reading)
  if (figcaption.attributes.size > 0) return undefined
  const paragraph = onlyElement(figcaption.children)
  const plain = paragraph?.name === 'p' && paragraph.attributes.size === 0
  const pieces = plain ? paragraph.children : figcaption.children
  const inner = pieces.some((piece) => piece.type === 'element' && blockElements.has(piece.name))
  return inner ? undefined : trimmed(readPieces(collapse(pieces), reading))
}

/** Elements that no caption holds. */
const blockElements = new Set(['p', 'div', 'ul', 'ol', 'table', 'figure', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** A picture with a size for lines is none for a block. */
function pictureOf(element: Element, reading: ReadingContext, caption?: Inline[]): ImageBlock | undefined {
  const data = element.name === 'img' || element.name === 'picture' ? readImageData(element, reading) : undefined
  if (!data || data.size || (caption && data.caption)) return undefined
  return imageBlock(data, caption)
}

export function htmlOfFigure(image: ImageBlock, writing: WritingContext): string {
  const { ref, refDark, alt, width, height } = image.data
  const caption = htmlOfInlines(captionOf(image), writing)
  const url = urlOf(ref, writing.refs)
  const dark = refDark && urlOf(refDark, writing.refs)
  const src = isSafeUrl(url) ? url : ''
  const img = openTag('img', { src, alt: alt ?? '', width: writeLength(width), height: writeLength(height) })
  const picture = dark && isSafeUrl(dark) ? withDark(img, dark) : img
  return `<figure>${picture}<figcaption>${caption === '' ? '' : `<p>${caption}</p>`}</figcaption></figure>`
}
