import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'
import type { Html } from './markup.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

const isElement = (node: Node): node is Element => 'tagName' in node

/** The elements of some HTML as a browser reads it, in order. */
export function elementsOf(html: Html | string): Element[] {
  const walk = (nodes: Node[]): Element[] =>
    nodes.flatMap((node) => (isElement(node) ? [node, ...walk(node.childNodes)] : []))
  return walk(parseFragment(String(html)).childNodes)
}

export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value

/** Elements of a name, and of a class where one is given. */
export const found = (html: Html | string, name: string, className?: string): Element[] =>
  elementsOf(html).filter(
    (element) =>
      element.tagName === name && (!className || attributeOf(element, 'class')?.split(' ').includes(className)),
  )

/** The words in an element. */
export function wordsIn(element: Element): string {
  const words = (node: Node): string =>
    'value' in node ? node.value : isElement(node) ? node.childNodes.map(words).join('') : ''
  return words(element).replace(/\s+/g, ' ').trim()
}

export const inside = (element: Element): string => serialize(element)
