import { Parser } from 'htmlparser2'

export type MarkupNode = string | ElementNode
export interface ElementNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: MarkupNode[]
}

/** Every element of some XML, in the order of the text. */
export function parse(xml: string): ElementNode[] {
  const all: ElementNode[] = []
  const open: ElementNode[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
        all.push(element)
      },
      ontext: (text) => open.at(-1)?.children.push(text),
      onclosetag: () => open.pop(),
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return all
}

export const elementsIn = (node: ElementNode | undefined): ElementNode[] =>
  (node?.children ?? []).filter((child) => typeof child !== 'string')
