import type { Element, ElementContent, Properties } from 'hast'
import { isElement, wordsIn } from './elements.ts'

/** Changes one node of an export's page to the elements that the handlers convert; undefined leaves it as it is. */
export type Shape = (element: Element, children: ElementContent[]) => ElementContent[] | undefined

/** The page of an export: its title and text, and what of it cannot be converted. */
export interface ShapedPage {
  main: Element
  lost: string[]
  /** Names of attached files by their addresses, where the export gave the files other names. */
  names?: [url: string, name: string][]
}

export const element = (tagName: string, children: ElementContent[] = [], properties: Properties = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})

export const text = (value: string): ElementContent => ({ type: 'text', value })

/** Applies a shape to all nodes, the innermost first. The depth of a parsed page is bounded. */
export function shapeAll(nodes: readonly ElementContent[], shape: Shape): ElementContent[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [node]
    const children = shapeAll(node.children, shape)
    return shape(node, children) ?? [{ ...node, children }]
  })
}

/** Makes a hint. Its class has a dash so that the words of its title do not decide on its style. */
export function hintOf(style: string, title: string, children: ElementContent[]): Element {
  const heading = title === '' ? [] : [element('p', [text(title)], { className: ['admonition-title'] })]
  return element('div', [...heading, ...children], { className: ['admonition', `export-${style}`] })
}

export const taskOf = (isDone: boolean, children: ElementContent[]): Element =>
  element('li', [element('input', [], { type: 'checkbox', ...(isDone && { checked: true }) }), ...children])

export const expandableOf = (summary: string, children: ElementContent[]): Element =>
  element('details', [element('summary', [text(summary)]), ...children])

/** Makes columns of two or more cells; fewer are their content. */
export function columnsOf(cells: ElementContent[][]): ElementContent[] {
  if (cells.length < 2) return cells.flat()
  return [
    element(
      'quire-columns',
      cells.map((children) => element('quire-column', children)),
    ),
  ]
}

/** Makes a block of a file of the export, or of an address on the web. */
export function blockOf(href: string): Element {
  return /^https?:/i.test(href) ? element('iframe', [], { src: href }) : element('quire-file', [], { src: href })
}

/** Returns the only element among nodes that hold no other text; undefined if there are others. */
export function onlyElement(nodes: readonly ElementContent[]): Element | undefined {
  const [only, ...others] = nodes.filter((node) => isElement(node) || wordsIn(node) !== '')
  return others.length === 0 && isElement(only) ? only : undefined
}
