import type { Paragraph as MarkdownParagraph, RootContent } from 'mdast'
import { isSafeUrl } from '../urls.ts'
import { urlOf } from './content-refs.ts'
import { writeLength } from './lengths.ts'
import type { ImageBlock, Images, Inline } from './nodes.ts'
import { htmlOf, openTag } from './write-html.ts'
import { writeInlines } from './write-inlines.ts'
import { withDark, writeImage } from './write-voids.ts'
import type { WritingContext } from './writing.ts'

/** Pictures in a paragraph of their own where that says all, else figures. */
export function writeImages(images: Images, writing: WritingContext): RootContent[] {
  if (images.nodes.length === 0) return []
  const captions = images.nodes.map(captionOf)
  const plain = images.nodes.every(({ data }) => !data.refDark && data.width === undefined && data.height === undefined)
  if (!plain || Object.keys(images.data).length > 0 || captions.some((caption) => plainWords(caption) === undefined)) {
    return [{ type: 'html', value: htmlOfImages(images, writing) }]
  }
  const pictures = images.nodes.map(({ data }, index) =>
    writeImage({ ...data, caption: plainWords(captions[index] ?? []) || undefined }, writing),
  )
  const children = pictures.flatMap((picture, index): MarkdownParagraph['children'] =>
    index === 0 ? picture : [{ type: 'text', value: '\n' }, ...picture],
  )
  return [{ type: 'paragraph', children }]
}

function captionOf({ fragments }: ImageBlock): Inline[] {
  return fragments.flatMap(({ nodes }) => nodes.flatMap((node) => (node.type === 'paragraph' ? node.nodes : [])))
}

/** The words of a caption without marks; nothing where there is more to it. */
function plainWords(caption: readonly Inline[]): string | undefined {
  const leaves = caption.flatMap((node) => (node.object === 'text' ? node.leaves : []))
  const words = leaves.map(({ text }) => text).join('')
  const plain =
    caption.every(({ object }) => object === 'text') &&
    leaves.every(({ marks, raw }) => marks.length === 0 && raw === undefined)
  return plain && !words.includes('\n') ? words.trim() : undefined
}

export function htmlOfImages({ data, nodes }: Images, writing: WritingContext): string {
  const figures = nodes.map((node) => figureOf(node, writing)).join(' ')
  const { align, fullWidth, withFrame } = data
  if (nodes.length === 1 && !align && !fullWidth && !withFrame) return figures
  const flags = { 'data-full-width': fullWidth ? 'true' : undefined, 'data-with-frame': withFrame ? 'true' : undefined }
  return `${openTag('div', { align, ...flags })}${figures}</div>`
}

function figureOf(image: ImageBlock, writing: WritingContext): string {
  const { ref, refDark, alt, width, height } = image.data
  const caption = htmlOf(writeInlines(captionOf(image), { ...writing, html: true, lineBreak: false }))
  const url = urlOf(ref, writing.refs)
  const dark = refDark && urlOf(refDark, writing.refs)
  const src = isSafeUrl(url) ? url : ''
  const img = openTag('img', { src, alt: alt ?? '', width: writeLength(width), height: writeLength(height) })
  const picture = dark && isSafeUrl(dark) ? withDark(img, dark) : img
  return `<figure>${picture}<figcaption>${caption === '' ? '' : `<p>${caption}</p>`}</figcaption></figure>`
}
