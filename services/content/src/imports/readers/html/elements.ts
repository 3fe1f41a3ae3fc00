import type { Element, ElementContent, Nodes, Properties, RootContent } from 'hast'

export const isElement = (node: Nodes | undefined): node is Element => node?.type === 'element'

export const classesOf = ({ properties }: Element): string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : []

export const hasClass = (element: Element, ...names: string[]) =>
  classesOf(element).some((name) => names.includes(name))

/** Returns a property as text; undefined if it is absent or empty. */
export function textProperty({ properties }: Element, name: keyof Properties): string | undefined {
  const value = properties[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

type Holder = { children: (RootContent | ElementContent)[] }

/** Yields every element below a node, in the order of the page. */
export function* elementsIn({ children }: Holder): Generator<Element> {
  for (const child of children) {
    if (!isElement(child)) continue
    yield child
    yield* elementsIn(child)
  }
}

/** Returns the text of a node on one line. */
export function wordsIn(node: Nodes): string {
  const parts: string[] = []
  const visit = (one: Nodes) => {
    if (one.type === 'text') parts.push(one.value)
    else if ('children' in one) for (const child of one.children) visit(child)
  }
  visit(node)
  return parts.join('').replace(/\s+/g, ' ').trim()
}
