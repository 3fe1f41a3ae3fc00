import { type ContentRef, characterOf, type Inline as Written } from '@quire/document'
import { deeper, maxDepth, nameOf, type Printing } from './print-context.ts'
import { formulaOf } from './print-formula.ts'
import { cutLongWords, printable } from './printable-text.ts'
import type { Inline, Style } from './printed.ts'
import { pictureOf } from './printed-picture.ts'

type TextNode = Extract<Written, { object: 'text' }>
type Leaf = TextNode['leaves'][number]
type Mark = Leaf['marks'][number]

const styles: Record<string, Style> = {
  ...{
    bold: 'b',
    italic: 'i',
    strikethrough: 's',
    superscript: 'sup',
    subscript: 'sub',
    keyboard: 'key',
    code: 'code',
  },
}

/** The words of a text, its links, pictures and notes. */
export const inlinesOf = (written: readonly Written[], printing: Printing): Inline[] =>
  written.flatMap((node) => (node.object === 'text' ? textOf(node) : inlineOf(node, printing)))

const textOf = ({ leaves }: TextNode): Inline[] => leaves.flatMap(({ text, marks }) => wordsOf(text, marks))

/** Words with their marks; lines end where the text says so, and may end within long words. */
export function wordsOf(text: string, marks: readonly Mark[] = []): Inline[] {
  const look = lookOf(marks)
  return printable(text)
    .split('\n')
    .flatMap((line, index): Inline[] => [
      ...(index > 0 ? [{ k: 'break' } as const] : []),
      ...cutLongWords(line, 'text').flatMap((part, at): Inline[] => {
        const words: Inline = { k: 'text', text: part, ...look }
        return at > 0 ? [{ k: 'cut' }, words] : [words]
      }),
    ])
}

function lookOf(marks: readonly Mark[]): { styles?: Style[]; color?: string; fill?: string } {
  const found = marks.flatMap(({ type }) => styles[type] ?? [])
  const color = marks.find((mark) => mark.type === 'color')?.data
  return {
    ...(found.length > 0 && { styles: found }),
    ...(color && color.text !== 'default' && { color: color.text }),
    ...(color && color.background !== 'default' && { fill: color.background }),
  }
}

function inlineOf(node: Exclude<Written, { object: 'text' }>, printing: Printing): Inline[] {
  switch (node.type) {
    case 'link':
      return linkTo(node.data.ref, inlinesOf(node.nodes, printing), printing)
    case 'mention':
      return linkTo(node.data.ref, wordsOf(node.data.label ?? nameOf(node.data.ref, printing)), printing)
    case 'button': {
      const to = node.data.ref && printing.locations.to(node.data.ref, printing.page.id)
      return [{ k: 'button', ...(to && { to }), body: wordsOf(node.data.label) }]
    }
    case 'annotation': {
      const words = inlinesOf(node.nodes, printing)
      if (printing.depth >= maxDepth) return words
      const body = printing.blocks(node.fragments[0].nodes, deeper(printing))
      return [...words, { k: 'note', body }]
    }
    case 'emoji':
      return wordsOf(characterOf(node.data.code) ?? '')
    case 'expression':
      return wordsOf(evaluated(node.data.expression, printing))
    case 'inline-math':
      return [{ k: 'math', formula: formulaOf(node.data.formula, false) }]
    case 'inline-image': {
      const { ref, alt = '', caption, size } = node.data
      const picture = pictureOf(node.data, printing)
      if (picture) return [{ k: 'picture', ...picture, inLine: size === 'line' }, ...wordsOf(caption ?? '')]
      return linkTo(ref, wordsOf(alt || nameOf(ref, printing)), printing)
    }
    // A picture of a font that a print does not have.
    case 'icon':
      return []
  }
}

/** Words that lead to what is referred to, where that has an address or is printed. */
export function linkTo(ref: ContentRef, body: Inline[], { locations, page }: Printing): Inline[] {
  const to = locations.to(ref, page.id)
  return to && body.length > 0 ? [{ k: 'link', to, body }] : body
}

/** A page's own variables have values; anything else is shown as it is written. */
function evaluated(expression: string, { page }: Printing): string {
  const [, name = ''] = /^\s*page\.vars\.(\w+)\s*$/.exec(expression) ?? []
  return (Object.hasOwn(page.variables ?? {}, name) && page.variables?.[name]) || `{{ ${expression.trim()} }}`
}

/** The words of some inlines, for places that hold words only. */
export const plainOf = (body: readonly Inline[]): string =>
  body
    .map((one) => {
      if (one.k === 'text') return one.text
      if (one.k === 'link' || one.k === 'button') return plainOf(one.body)
      return one.k === 'break' ? ' ' : ''
    })
    .join('')
