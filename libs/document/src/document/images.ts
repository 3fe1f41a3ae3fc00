import type { Html, Paragraph } from 'mdast'
import { decodeHtml, htmlTags } from '../html.ts'
import { imageRefOf } from './content-refs.ts'
import { type Reading, readInlines } from './inlines.ts'
import type { ImageBlock, Images, Inline, InlineImage } from './nodes.ts'

/** A paragraph of nothing but pictures is a block of pictures. */
export function readImages(paragraph: Paragraph, reading: Reading): Images | undefined {
  const pictures = paragraph.children.filter(({ type }) => type === 'image' || type === 'imageReference')
  const others = paragraph.children.filter((node) => node.type !== 'text' || node.value.trim() !== '')
  if (pictures.length === 0 || pictures.length !== others.length) return undefined
  const nodes = readInlines(pictures, reading).filter(isImage)
  return nodes.length === pictures.length ? imagesOf(nodes.map(({ data }) => imageBlock(data))) : undefined
}

const figure = /^<figure><img\b[^<>]*><figcaption>(?:<p>)?([^<]*)(?:<\/p>)?<\/figcaption><\/figure>$/

/** `<figure><img …><figcaption>…</figcaption></figure>`, the long way to write a picture. */
export function readFigure(html: Html, { refs }: Reading): Images | undefined {
  const caption = figure.exec(html.value.trim())?.[1]
  const attributes = htmlTags(html.value).find(({ name }) => name === 'img')?.attributes ?? []
  if (caption === undefined || attributes.some(({ name }) => name !== 'src' && name !== 'alt')) return undefined
  const ref = imageRefOf(attributes.find(({ name }) => name === 'src')?.value ?? '', refs)
  const alt = attributes.find(({ name }) => name === 'alt')?.value
  return ref && imagesOf([imageBlock({ ref, ...(alt ? { alt } : {}), caption: decodeHtml(caption).trim() })])
}

function isImage(node: Inline): node is InlineImage {
  return node.object === 'inline' && node.type === 'inline-image'
}

function imagesOf(nodes: ImageBlock[]): Images {
  return { object: 'block', type: 'images', isVoid: false, data: {}, nodes }
}

function imageBlock({ ref, alt, caption }: InlineImage['data']): ImageBlock {
  const fragments: ImageBlock['fragments'] = []
  if (caption) {
    const leaves = [{ object: 'leaf' as const, text: caption, marks: [] }]
    const nodes = [
      { object: 'block' as const, type: 'paragraph' as const, nodes: [{ object: 'text' as const, leaves }] },
    ]
    fragments.push({ object: 'fragment', fragment: 'caption', nodes })
  }
  return { object: 'block', type: 'image', isVoid: true, data: { ref, ...(alt ? { alt } : {}) }, fragments }
}
