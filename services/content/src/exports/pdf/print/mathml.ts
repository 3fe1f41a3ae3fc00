import { Parser } from 'htmlparser2'
import type { MathNode } from './printed.ts'

type MarkupNode = string | ElementNode

interface ElementNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: MarkupNode[]
}

/** Deeper formulas are printed as they are written: Typst nests only so deep. */
const maxDepth = 10

class TooDeep extends Error {}

/** Reads what KaTeX writes; undefined where it is nested too deeply. */
export function readMathml(mathml: string): MathNode | undefined {
  const [first] = elementsIn(parse(mathml).find(({ name }) => name === 'semantics'))
  try {
    return first && nodeOf(first, 0)
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

const wordsOf = (node: MarkupNode): string => (typeof node === 'string' ? node : node.children.map(wordsOf).join(''))
const row = (of: MathNode[]): MathNode => (of.length === 1 && of[0] ? of[0] : { m: 'row', of })

function nodeOf(element: ElementNode, depth: number): MathNode {
  if (depth > maxDepth) throw new TooDeep()
  const { name, attributes } = element
  const inner = () => elementsIn(element).map((child) => nodeOf(child, depth + 1))
  switch (name) {
    case 'mi':
      return lettersOf(element)
    case 'mn':
      return { m: 'letters', text: wordsOf(element), look: 'upright' }
    case 'mtext':
      return { m: 'words', text: wordsOf(element) }
    case 'mo':
      return { m: 'sign', text: wordsOf(element) }
    case 'mtable': {
      const cellsOf = (line: ElementNode) => elementsIn(line).map((cell) => nodeOf(cell, depth + 1))
      return { m: 'table', rows: elementsIn(element).map(cellsOf), align: attributes.columnalign ?? 'center' }
    }
    case 'mspace':
      return { m: 'space', em: Number.parseFloat(attributes.width ?? '0') || 0 }
    // A phantom takes its space and no ink.
    case 'mphantom':
      return { m: 'space', em: wordsOf(element).length / 2 }
    case 'mrow':
      return fencedOf(elementsIn(element), depth) ?? row(inner())
    default:
      return builtOf(name, inner(), attributes) ?? row(inner())
  }
}

/** A node that is built of one to three parts. */
function builtOf(name: string, parts: MathNode[], attributes: ElementNode['attributes']): MathNode | undefined {
  const [base = row([]), second = row([]), third = row([])] = parts
  switch (name) {
    case 'mfrac':
      return { m: 'over', of: [base, second], line: attributes.linethickness !== '0px' }
    case 'msqrt':
      return { m: 'root', of: row(parts) }
    case 'mroot':
      return { m: 'root', of: base, index: second }
    case 'msup':
      return { m: 'attach', base, top: second, limits: false }
    case 'msub':
      return { m: 'attach', base, bottom: second, limits: false }
    case 'msubsup':
      return { m: 'attach', base, bottom: second, top: third, limits: false }
    case 'munderover':
      return { m: 'attach', base, bottom: second, top: third, limits: true }
    case 'mover':
      return second.m === 'sign' ? { m: 'accent', base, sign: second.text } : attached({ base, top: second })
    case 'munder':
      return second.m === 'sign' ? { m: 'accent', base, sign: second.text } : attached({ base, bottom: second })
    default:
      return undefined
  }
}

const attached = (parts: { base: MathNode; top?: MathNode; bottom?: MathNode }): MathNode => ({
  m: 'attach',
  ...parts,
  limits: true,
})

/** A row between fences; one of the two may be missing. */
function fencedOf(children: ElementNode[], depth: number): MathNode | undefined {
  const isFence = (element: ElementNode | undefined) => element?.name === 'mo' && element.attributes.fence === 'true'
  const [first, last] = [children[0], children.at(-1)]
  const open = first && isFence(first) ? wordsOf(first) : undefined
  const close = last && last !== first && isFence(last) ? wordsOf(last) : undefined
  if (open === undefined && close === undefined) return undefined
  const inner = children.slice(open === undefined ? 0 : 1, close === undefined ? children.length : -1)
  return { m: 'fenced', open: open ?? '', close: close ?? '', of: inner.map((child) => nodeOf(child, depth + 1)) }
}

const looks = new Map([
  ...(['bold', 'double-struck', 'script', 'fraktur'] as const).map((one) => [one, one] as const),
  ...(['bold-italic', 'bold-sans-serif'] as const).map((one) => [one, 'bold'] as const),
  ['normal', 'upright'] as const,
])

/** A single letter leans, as TeX has it; the names of functions stand upright. */
function lettersOf(element: ElementNode): MathNode {
  const text = wordsOf(element)
  const look = looks.get((element.attributes.mathvariant ?? '') as never)
  if (look === undefined && [...text].length > 1) return { m: 'function', text }
  return { m: 'letters', text, look: look ?? 'plain' }
}

/** Every element of some XML, in the order of the text. */
function parse(xml: string): ElementNode[] {
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

const elementsIn = (node: ElementNode | undefined): ElementNode[] =>
  (node?.children ?? []).filter((child) => typeof child !== 'string')
