import type { RootContent } from 'mdast'
import { z } from 'zod'
import { isSafeUrl } from '../markdown/urls.ts'
import { type Container, inPanels } from '../nodes/containers.ts'
import { urlOf } from '../nodes/content-refs.ts'
import type { VoidBlock } from '../nodes/nodes.ts'
import { FileRef, text } from '../nodes/shapes.ts'
import { type Element, hasOnlyAttributes } from '../reading/elements.ts'
import { readImageData } from '../reading/inline-elements.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { openTag } from '../writing/write-html.ts'
import type { WritingContext } from '../writing/writing-context.ts'
import { type BlockKind, htmlOfWords } from './kind.ts'

const data = z.object({ ref: FileRef.optional(), alt: text })

type Drawing = VoidBlock<'drawing', typeof data>

declare module '../nodes/nodes.ts' {
  interface BlockMap {
    drawing: Drawing
  }
}

const className = 'gitbook-drawing'

export const drawing: BlockKind<'drawing'> = {
  data,
  content: 'nothing',
  stands: inPanels,
  reads: { elements: { img: readDrawing } },
  sample: `<img src="/files/d1" alt="drawing" class="${className}">`,
  write: writeDrawing,
  html: htmlOfWords,
}

function readDrawing(element: Element, reading: ReadingContext, container: Container): Drawing[] | undefined {
  const { attributes } = element
  if (attributes.get('class') !== className || !hasOnlyAttributes(reading, element, 'src', 'alt', 'class'))
    return undefined
  const unclassed = new Map([...attributes].filter(([name]) => name !== 'class'))
  const data = readImageData({ ...element, attributes: unclassed }, reading)
  if (data?.ref.kind !== 'file' || !reading.allows(container, 'drawing')) return undefined
  const alt = data.alt ? { alt: data.alt } : {}
  return [{ object: 'block', type: 'drawing', isVoid: true, data: { ref: data.ref, ...alt } }]
}

function writeDrawing({ data: { ref, alt } }: Drawing, { refs }: WritingContext): RootContent[] {
  const src = ref ? urlOf(ref, refs) : ''
  return src && isSafeUrl(src)
    ? [{ type: 'html', value: openTag('img', { src, alt: alt ?? '', class: className }) }]
    : []
}
