import type { BlockOf } from '@quire/document'
import { linkTo, wordsOf } from './inline-printers.ts'
import { headOf, nameOf, type Printing } from './print-context.ts'
import { cutLongWords, hasLongWord, printable } from './printable-text.ts'
import type { Block, Inline } from './printed.ts'
import { pictureOf } from './printed-picture.ts'

/** A text as it is written. */
export const asWritten = (text: string, title?: string): Block[] => [codeBlock(printable(text), { title })]

/** Longer code is not coloured: that costs much more than printing it. */
const maxColoured = 20_000

export function codeOf({ data, nodes }: BlockOf<'code'>): Block {
  const text = nodes.map(lineOf).join('\n')
  const source = codeBlock(printable(text), data)
  return data.syntax?.toLowerCase() === 'mermaid' ? diagramOf(text, source, data.title) : source
}

function diagramOf(text: string, source: Block, title: string | undefined): Block {
  return { k: 'diagram', text, source, ...(title && { title: printable(title) }) }
}

function codeBlock(text: string, { title, syntax, lineNumbers }: BlockOf<'code'>['data']): Block {
  const titled = title ? { title } : {}
  if (hasLongWord(text, 'code'))
    return { k: 'long-code', lines: text.split('\n').map((line) => cutLongWords(line, 'code')), ...titled }
  const lang = text.length <= maxColoured ? syntax?.toLowerCase() : undefined
  return { k: 'code', text, numbers: lineNumbers === true, ...(lang && { lang }), ...titled }
}

const lineOf = ({ nodes }: BlockOf<'code-line'>): string =>
  nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
      if (node.type === 'expression') return `{{ ${node.data.expression} }}`
      return node.nodes.flatMap(({ leaves }) => leaves.map(({ text }) => text)).join('')
    })
    .join('')

/** A line of its own that leads somewhere. */
export const reference = (label: string, body: Inline[], below: Inline[] = []): Block => ({
  k: 'reference',
  label,
  body: below.length > 0 ? [...body, { k: 'break' }, ...below] : body,
})

/** Pictures, and for those that cannot be shown where they are. */
export function picturesOf({ data, nodes }: Pick<BlockOf<'images'>, 'data' | 'nodes'>, printing: Printing): Block[] {
  return nodes.map((node): Block => {
    const { ref, alt } = node.data
    const picture = pictureOf(node.data, printing)
    const caption = node.fragments.flatMap(({ nodes }) => headOf(nodes, printing))
    if (picture) return { k: 'picture', align: data.align ?? 'center', ...picture, caption }
    return reference('Image', linkTo(ref, wordsOf(alt || nameOf(ref, printing)), printing), caption)
  })
}

export function drawingOf({ data: { ref, alt } }: BlockOf<'drawing'>, printing: Printing): Block[] {
  if (!ref) return []
  const picture = pictureOf({ ref, alt }, printing)
  if (picture) return [{ k: 'picture', align: 'center', ...picture, caption: [] }]
  return [reference('Drawing', linkTo(ref, wordsOf(alt ?? nameOf(ref, printing)), printing))]
}

/** The diagram of an integration's block, its text, or where it leads. */
export function integrationOf({ data }: BlockOf<'integration'>, printing: Printing): Block[] {
  const content = data.attributes?.content ?? data.props.content
  const title = `${data.integration}: ${data.block}`
  if (typeof content === 'string' && data.integration === 'mermaid')
    return [diagramOf(content, codeBlock(printable(content), { title }), undefined)]
  if (typeof content === 'string') return asWritten(content, title)
  const url = data.url === undefined ? undefined : ({ kind: 'url', url: data.url } as const)
  return [reference('Integration', url ? linkTo(url, wordsOf(url.url), printing) : wordsOf(title))]
}

export function fileOf({ data: { ref, caption = '' } }: BlockOf<'file'>, printing: Printing): Block[] {
  return [reference('File', linkTo(ref, wordsOf(nameOf(ref, printing)), printing), wordsOf(caption))]
}

export function embedOf({ data: { url, caption = '' } }: BlockOf<'embed'>, printing: Printing): Block[] {
  return [reference('Link', linkTo({ kind: 'url', url }, wordsOf(url), printing), wordsOf(caption))]
}

export function contentRefOf({ data: { ref, fallback } }: BlockOf<'content-ref'>, printing: Printing): Block[] {
  return [reference('', linkTo(ref, wordsOf(fallback?.label ?? nameOf(ref, printing)), printing))]
}

export function operationOf({ data }: BlockOf<'swagger' | 'openapi-operation'>): Block[] {
  return [reference(data.method.toUpperCase(), wordsOf(data.path))]
}

export function webhookOf({ data }: BlockOf<'openapi-webhook'>): Block[] {
  return [reference('Webhook', wordsOf(`${data.method.toUpperCase()} ${data.name}`))]
}

export function schemasOf({ data: { title = '', schemas } }: BlockOf<'openapi-schemas'>): Block[] {
  return [reference('Schemas', wordsOf([title, ...schemas].filter(Boolean).join(', ')))]
}
