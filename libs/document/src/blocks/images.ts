import type { Paragraph as MarkdownParagraph, RootContent } from 'mdast'
import { z } from 'zod'
import type { Container } from '../nodes/containers.ts'
import type { Block, BlockNode, Inline, InlineImage } from '../nodes/nodes.ts'
import { flag } from '../nodes/shapes.ts'
import { type Element, hasOnlyAttributes, isBlank } from '../reading/elements.ts'
import { isImage } from '../reading/inline-nodes.ts'
import { readInlines, readPieces } from '../reading/read-inlines.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { openTag } from '../writing/write-html.ts'
import { flagValue } from '../writing/write-tags.ts'
import { writeImage } from '../writing/write-voids.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { htmlOfFigure, type ImageBlock, image, imageBlock, plainCaption, readImage } from './image.ts'
import type { BlockKind } from './kind.ts'

const alignments = ['center', 'left', 'right'] as const
const data = z.object({ align: z.enum(alignments).optional(), fullWidth: flag, withFrame: flag })

type Images = BlockNode<'images', typeof data> & { isVoid: false; nodes: ImageBlock[] }

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    images: Images
  }
}

const kind: BlockKind<'images'> = {
  data,
  content: { parts: 'image' },
  stands: { current: ['document', 'panel', 'step', 'expandable-body', 'cell'], next: ['column', 'update'] },
  reads: { elements: { figure: readPicture, picture: readPicture, img: readPicture, div: readPictures } },
  sample: `<figure><picture><source srcset="/files/dark" media="(prefers-color-scheme: dark)"><img src="/files/light" alt="alt" width="300"></picture><figcaption><p>caption</p></figcaption></figure>

![alt](https://other.example/x.png)`,
  write: writeImages,
  html: htmlOfImages,
}

export const images = { images: kind, image }

/** A paragraph of nothing but pictures is a block of pictures, unless one of them has a size for lines. */
export function readImages(paragraph: MarkdownParagraph, reading: ReadingContext): Images | undefined {
  const others = paragraph.children.filter((node) => node.type !== 'text' || node.value.trim() !== '')
  if (!others.every(({ type }) => pictured.has(type))) return undefined
  return imagesOfLine(readInlines(others, reading))
}

function imagesOfLine(nodes: readonly Inline[]): Images | undefined {
  const pictures = nodes.filter(isImage)
  if (pictures.length === 0 || pictures.length < nodes.length || pictures.some(({ data }) => data.size))
    return undefined
  return imagesOf(pictures.map(({ data }) => imageBlock(data)))
}

/** A line of HTML with nothing but pictures in it as a block of pictures. */
export function picturesOf(line: readonly Inline[], reading: ReadingContext, container: Container): Images | undefined {
  const isBlank = (node: Inline) => node.object === 'text' && node.leaves.every(({ text }) => text.trim() === '')
  return reading.allows(container, 'images') ? imagesOfLine(line.filter((node) => !isBlank(node))) : undefined
}

const pictured = new Set(['image', 'imageReference', 'html'])

function imagesOf(nodes: ImageBlock[], data: Images['data'] = {}): Images {
  return { object: 'block', type: 'images', isVoid: false, data, nodes }
}

/** One picture; in a paragraph if it has a size for lines. */
function readPicture(element: Element, reading: ReadingContext, container: Container): Block[] | undefined {
  const picture = readImage(element, reading)
  return (picture && imagesFor(imagesOf([picture]), reading, container)) ?? readSizedImage(element, reading)
}

/** A picture with a size for lines, alone in its paragraph. */
function readSizedImage(element: Element, reading: ReadingContext): Block[] | undefined {
  const nodes = readPieces([element], reading)
  return nodes.every((node) => isImage(node) && node.data.size)
    ? [{ object: 'block', type: 'paragraph', nodes }]
    : undefined
}

/** `<div align="center" data-full-width="true">` around figures. */
function readPictures(div: Element, reading: ReadingContext, container: Container): Block[] | undefined {
  if (!hasOnlyAttributes(reading, div, 'align', 'data-full-width', 'data-with-frame')) return undefined
  const align = alignments.find((one) => one === div.attributes.get('align'))
  if (div.attributes.has('align') && !align) return undefined
  const elements = div.children.filter((piece) => !isBlank(piece))
  const nodes = elements.map((piece) => (piece.type === 'element' ? readImage(piece, reading) : undefined))
  if (nodes.length === 0 || !nodes.every((node) => node !== undefined)) return undefined
  const isSet = (name: string) => div.attributes.get(name) === 'true'
  const data = {
    ...(align ? { align } : {}),
    ...(isSet('data-full-width') ? { fullWidth: true } : {}),
    ...(isSet('data-with-frame') ? { withFrame: true } : {}),
  }
  return imagesFor(imagesOf(nodes, data), reading, container)
}

/** In a container without blocks of pictures, the pictures stand in a line, if that loses nothing. */
function imagesFor(images: Images, reading: ReadingContext, container: Container): Block[] | undefined {
  if (reading.allows(container, 'images')) return [images]
  if (Object.keys(images.data).length > 0) return undefined
  const nodes = images.nodes.map((node): InlineImage | undefined => {
    const caption = plainCaption(node)
    if (caption === undefined) return undefined
    const data = { ...node.data, ...(caption ? { caption } : {}) }
    return { object: 'inline', type: 'inline-image', isVoid: true, data }
  })
  return nodes.every((node) => node !== undefined) ? [{ object: 'block', type: 'paragraph', nodes }] : undefined
}

/** Pictures in a paragraph of their own where that says all, else figures. */
function writeImages(images: Images, writing: WritingContext): RootContent[] {
  if (images.nodes.length === 0) return []
  const captions = images.nodes.map(plainCaption)
  const plain = images.nodes.every(({ data }) => !data.refDark && data.width === undefined && data.height === undefined)
  if (!plain || Object.keys(images.data).length > 0 || captions.includes(undefined)) {
    return [{ type: 'html', value: htmlOfImages(images, writing) }]
  }
  const pictures = images.nodes.map(({ data }, index) =>
    writeImage({ ...data, caption: captions[index]?.trim() || undefined }, writing),
  )
  const children = pictures.flatMap((picture, index): MarkdownParagraph['children'] =>
    index === 0 ? picture : [{ type: 'text', value: '\n' }, ...picture],
  )
  return [{ type: 'paragraph', children }]
}

function htmlOfImages({ data, nodes }: Images, writing: WritingContext): string {
  const figures = nodes.map((node) => htmlOfFigure(node, writing)).join(' ')
  const { align, fullWidth, withFrame } = data
  if (nodes.length === 1 && !align && !fullWidth && !withFrame) return figures
  const flags = { 'data-full-width': flagValue(fullWidth), 'data-with-frame': flagValue(withFrame) }
  return `${openTag('div', { align, ...flags })}${figures}</div>`
}
