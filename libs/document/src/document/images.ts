import type { Paragraph as MarkdownParagraph } from 'mdast'
import { allowedIn, type Container } from './containers.ts'
import { collapse, type Element, isBlank, onlyElement, type Piece, saysOnly } from './elements.ts'
import { readImageData } from './inline-elements.ts'
import { isImage, readInlines, readPieces } from './inlines.ts'
import type { Block, ImageBlock, Images, Inline, InlineImage, Paragraph } from './nodes.ts'
import type { ReadingContext } from './reading.ts'
import { trimmed } from './trim.ts'

/** A paragraph of nothing but pictures is a block of pictures, unless one of them has a size for lines. */
export function readImages(paragraph: MarkdownParagraph, reading: ReadingContext): Images | undefined {
  const others = paragraph.children.filter((node) => node.type !== 'text' || node.value.trim() !== '')
  if (!others.every(({ type }) => pictured.has(type))) return undefined
  const nodes = readInlines(others, reading)
  const pictures = nodes.filter(isImage)
  if (pictures.length === 0 || pictures.length < nodes.length || pictures.some(({ data }) => data.size))
    return undefined
  return imagesOf(pictures.map(({ data }) => imageBlock(data)))
}

const pictured = new Set(['image', 'imageReference', 'html'])

function imagesOf(nodes: ImageBlock[], data: Images['data'] = {}): Images {
  return { object: 'block', type: 'images', isVoid: false, data, nodes }
}

/** A picture with its caption: the one given, else the words that stand for it in a line. */
function imageBlock({ caption, size: _, ...data }: InlineImage['data'], written?: Inline[]): ImageBlock {
  const nodes = written ?? (caption ? [textOf(caption)] : [])
  const paragraph: Paragraph = { object: 'block', type: 'paragraph', nodes }
  return {
    object: 'block',
    type: 'image',
    isVoid: true,
    data,
    fragments: nodes.length > 0 ? [{ object: 'fragment', fragment: 'caption', nodes: [paragraph] }] : [],
  }
}

function textOf(value: string): Inline {
  return { object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }
}

/** `<figure><img …><figcaption>…</figcaption></figure>` and pictures as they are; nothing where more is said. */
export function readPicture(element: Element, container: Container, reading: ReadingContext): Block[] | undefined {
  const drawing = element.attributes.get('class') === 'gitbook-drawing' ? readDrawing(element, reading) : undefined
  if (drawing) return allowedIn(container, 'drawing', reading.edition) ? [drawing] : undefined
  const picture = element.name === 'figure' ? readFigure(element, reading) : imageOf(element, reading)
  if (!picture) return undefined
  return imagesFor(imagesOf([picture]), container, reading)
}

/** `<div align="center" data-full-width="true">` around figures. */
export function readPictures(div: Element, container: Container, reading: ReadingContext): Block[] | undefined {
  if (!saysOnly(div, 'align', 'data-full-width', 'data-with-frame')) return undefined
  const align = (['center', 'left', 'right'] as const).find((one) => one === div.attributes.get('align'))
  if (div.attributes.has('align') && !align) return undefined
  const elements = div.children.filter((piece) => !isBlank(piece))
  const nodes = elements.map((piece) => {
    if (piece.type !== 'element') return undefined
    return piece.name === 'figure' ? readFigure(piece, reading) : imageOf(piece, reading)
  })
  if (nodes.length === 0 || !nodes.every((node) => node !== undefined)) return undefined
  const flag = (name: string) => div.attributes.get(name) === 'true'
  const data = {
    ...(align ? { align } : {}),
    ...(flag('data-full-width') ? { fullWidth: true } : {}),
    ...(flag('data-with-frame') ? { withFrame: true } : {}),
  }
  return imagesFor(imagesOf(nodes, data), container, reading)
}

/** Where no block of pictures may stand, they stand in a line, if nothing of them is lost there. */
function imagesFor(images: Images, container: Container, { edition }: ReadingContext): Block[] | undefined {
  if (allowedIn(container, 'images', edition)) return [images]
  if (Object.keys(images.data).length > 0) return undefined
  const nodes = images.nodes.map(({ data, fragments }): InlineImage | undefined => {
    const inlines = fragments.flatMap(({ nodes }) =>
      nodes.flatMap((node) => (node.type === 'paragraph' ? node.nodes : [])),
    )
    const leaves = inlines.flatMap((inline) => (inline.object === 'text' ? inline.leaves : []))
    const plain =
      leaves.length === inlines.length && leaves.every(({ marks, raw }) => marks.length === 0 && raw === undefined)
    const caption = leaves.map(({ text }) => text).join('')
    if (!plain || caption.includes('\n')) return undefined
    return { object: 'inline', type: 'inline-image', isVoid: true, data: { ...data, ...(caption ? { caption } : {}) } }
  })
  return nodes.every((node) => node !== undefined) ? [{ object: 'block', type: 'paragraph', nodes }] : undefined
}

function readFigure(figure: Element, reading: ReadingContext): ImageBlock | undefined {
  const [picture, figcaption, ...others] = figure.children.filter((piece) => !isBlank(piece))
  if (figure.attributes.size > 0 || picture?.type !== 'element' || others.length > 0) return undefined
  const caption = figcaption && readCaption(figcaption, reading)
  if (figcaption && !caption) return undefined
  return imageOf(picture, reading, caption)
}

/** The words of a caption, with or without a paragraph around them. */
function readCaption(figcaption: Piece, reading: ReadingContext): Inline[] | undefined {
  if (figcaption.type !== 'element' || figcaption.name !== 'figcaption' || figcaption.attributes.size > 0)
    return undefined
  const paragraph = onlyElement(figcaption.children)
  const plain = paragraph?.name === 'p' && paragraph.attributes.size === 0
  const pieces = plain ? paragraph.children : figcaption.children
  const inner = pieces.some((piece) => piece.type === 'element' && blocks.has(piece.name))
  return inner ? undefined : trimmed(readPieces(collapse(pieces), reading))
}

const blocks = new Set(['p', 'div', 'ul', 'ol', 'table', 'figure', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** A picture with a size for lines is none for a block. */
function imageOf(element: Element, reading: ReadingContext, caption?: Inline[]): ImageBlock | undefined {
  const data = element.name === 'img' || element.name === 'picture' ? readImageData(element, reading) : undefined
  if (!data || data.size || (caption && data.caption)) return undefined
  return imageBlock(data, caption)
}

function readDrawing(element: Element, reading: ReadingContext): Block | undefined {
  if (element.name !== 'img' || !saysOnly(element, 'src', 'alt', 'class')) return undefined
  const data = readImageData({ ...element, attributes: withoutClass(element.attributes) }, reading)
  if (data?.ref.kind !== 'file') return undefined
  const alt = data.alt ? { alt: data.alt } : {}
  return { object: 'block', type: 'drawing', isVoid: true, data: { ref: data.ref, ...alt } }
}

function withoutClass(attributes: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...attributes].filter(([name]) => name !== 'class'))
}
