import type { Block as Written } from '@quire/document'
import { linkTo, wordsOf } from './inlines.ts'
import { pictureOf } from './pictures.ts'
import type { Block, Inline } from './printed.ts'
import { headOf, nameOf, type Printing } from './printing.ts'
import { cutLongWords, hasLongWord, printable } from './scripts.ts'

type Of<Type extends Written['type']> = Extract<Written, { type: Type }>

/** A text as it is written. */
export const asWritten = (text: string, title?: string): Block[] => [codeBlock(printable(text), { title })]

/** Longer code is not coloured: that costs much more than printing it. */
const longestColoured = 20_000

export const codeOf = ({ data, nodes }: Of<'code'>): Block => codeBlock(printable(nodes.map(lineOf).join('\n')), data)

function codeBlock(text: string, { title, syntax, lineNumbers }: Of<'code'>['data']): Block {
  const titled = title ? { title } : {}
  if (hasLongWord(text, 'code'))
    return { k: 'long-code', lines: text.split('\n').map((line) => cutLongWords(line, 'code')), ...titled }
  const lang = text.length <= longestColoured ? syntax?.toLowerCase() : undefined
  return { k: 'code', text, numbers: lineNumbers === true, ...(lang && { lang }), ...titled }
}

const lineOf = ({ nodes }: Of<'code-line'>): string =>
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
export function picturesOf({ data, nodes }: Pick<Of<'images'>, 'data' | 'nodes'>, printing: Printing): Block[] {
  return nodes.map((node): Block => {
    const { ref, alt } = node.data
    const picture = pictureOf(node.data, printing)
    const caption = node.fragments.flatMap(({ nodes }) => headOf(nodes, printing))
    if (picture) return { k: 'picture', align: data.align ?? 'center', ...picture, caption }
    return reference('Image', linkTo(ref, wordsOf(alt || nameOf(ref, printing)), printing), caption)
  })
}

export function drawingOf({ data: { ref, alt } }: Of<'drawing'>, printing: Printing): Block[] {
  if (!ref) return []
  const picture = pictureOf({ ref, alt }, printing)
  if (picture) return [{ k: 'picture', align: 'center', ...picture, caption: [] }]
  return [reference('Drawing', linkTo(ref, wordsOf(alt ?? nameOf(ref, printing)), printing))]
}

/** The text of an integration's block (a diagram's, say), or where it leads. */
export function integrationOf({ data }: Of<'integration'>, printing: Printing): Block[] {
  const { content } = data.props
  const title = `${data.integration}: ${data.block}`
  if (typeof content === 'string') return asWritten(content, title)
  const url = data.url === undefined ? undefined : ({ kind: 'url', url: data.url } as const)
  return [reference('Integration', url ? linkTo(url, wordsOf(url.url), printing) : wordsOf(title))]
}

/** A file, an embedded page, a page of the space, or an operation of an interface. */
export function referenceOf(
  block: Of<'file' | 'embed' | 'content-ref' | 'swagger' | 'openapi-operation' | 'openapi-webhook' | 'openapi-schemas'>,
  printing: Printing,
): Block {
  switch (block.type) {
    case 'file': {
      const { ref, caption = '' } = block.data
      return reference('File', linkTo(ref, wordsOf(nameOf(ref, printing)), printing), wordsOf(caption))
    }
    case 'embed': {
      const { url, caption = '' } = block.data
      return reference('Link', linkTo({ kind: 'url', url }, wordsOf(url), printing), wordsOf(caption))
    }
    case 'content-ref': {
      const { ref, fallback } = block.data
      return reference('', linkTo(ref, wordsOf(fallback?.label ?? nameOf(ref, printing)), printing))
    }
    case 'swagger':
    case 'openapi-operation':
      return reference(block.data.method.toUpperCase(), wordsOf(block.data.path))
    case 'openapi-webhook':
      return reference('Webhook', wordsOf(`${block.data.method.toUpperCase()} ${block.data.name}`))
    case 'openapi-schemas': {
      const { title = '', schemas } = block.data
      return reference('Schemas', wordsOf([title, ...schemas].filter(Boolean).join(', ')))
    }
  }
}
