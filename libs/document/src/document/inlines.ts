import type { Definition, PhrasingContent } from 'mdast'
import { textOf } from '../text.ts'
import { imageRefOf, type Refs, refOf } from './content-refs.ts'
import type { Inline, InlineImage, Leaf, MarkType, Text } from './nodes.ts'
import { serialise } from './serialise.ts'

export type Reading = { refs: Refs; definitions: Map<string, Definition> }

const markOrder: MarkType[] = ['bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code']
const nestedMarks = { strong: 'bold', emphasis: 'italic', delete: 'strikethrough' } as const
const htmlMarks = new Map<string, MarkType>([
  ['sup', 'superscript'],
  ['sub', 'subscript'],
  ['kbd', 'keyboard'],
])

/** The inline nodes of some markdown: runs of text with their marks, links and pictures. */
export function readInlines(nodes: readonly PhrasingContent[], reading: Reading): Inline[] {
  return merge(nodesOf(nodes, new Set(), reading))
}

function nodesOf(nodes: readonly PhrasingContent[], outer: ReadonlySet<MarkType>, reading: Reading): Inline[] {
  const marks = new Set(outer)
  const lastClose = new Map<MarkType, number>()
  const htmlMarksOf = nodes.map((node) => (node.type === 'html' ? htmlMark(node.value) : undefined))
  for (const [index, mark] of htmlMarksOf.entries()) if (mark && !mark.opens) lastClose.set(mark.type, index)
  return nodes.flatMap((node, index) => {
    const mark = htmlMarksOf[index]
    if (!mark) return nodeOf(node, marks, reading)
    if (mark.opens && marks.has(mark.type)) return [raw(node)]
    if (mark.opens && (lastClose.get(mark.type) ?? -1) > index) {
      marks.add(mark.type)
      return []
    }
    return !mark.opens && !outer.has(mark.type) && marks.delete(mark.type) ? [] : [raw(node)]
  })
}

function htmlMark(html: string): { type: MarkType; opens: boolean } | undefined {
  const match = /^<(\/?)([a-z]+)>$/.exec(html)
  const type = htmlMarks.get(match?.[2] ?? '')
  return type && { type, opens: match?.[1] === '' }
}

function nodeOf(node: PhrasingContent, marks: ReadonlySet<MarkType>, reading: Reading): Inline[] {
  switch (node.type) {
    case 'text':
      return [text(oneLine(node.value), marks)]
    case 'inlineCode':
      return [text(oneLine(node.value), new Set([...marks, 'code']))]
    case 'break':
      return [text('\n', marks)]
    case 'strong':
    case 'emphasis':
    case 'delete':
      return nodesOf(node.children, new Set([...marks, nestedMarks[node.type]]), reading)
    case 'link':
      return link(node.url, nodesOf(node.children, marks, reading), reading)
    case 'linkReference':
      return link(reading.definitions.get(node.identifier)?.url ?? '', nodesOf(node.children, marks, reading), reading)
    case 'image':
      return image(node.url, node.alt, node.title, reading)
    case 'imageReference': {
      const definition = reading.definitions.get(node.identifier)
      return image(definition?.url ?? '', node.alt, definition?.title, reading)
    }
    case 'html':
      return /^<br\s*\/?>$/i.test(node.value) ? [text('\n', marks)] : [raw(node)]
    default:
      return [raw(node)]
  }
}

function link(url: string, nodes: Inline[], { refs }: Reading): Inline[] {
  const ref = refOf(url, refs)
  if (!ref) return nodes
  return [{ object: 'inline', type: 'link', data: { ref }, nodes: merge(nodes).filter((node) => !isLink(node)) }]
}

function isLink(node: Inline): node is Exclude<Inline, Text | InlineImage> {
  return node.object === 'inline' && node.type === 'link'
}

function image(
  url: string,
  alt: string | null | undefined,
  title: string | null | undefined,
  { refs }: Reading,
): Inline[] {
  const ref = imageRefOf(url, refs)
  if (!ref) return [text(alt ?? '', new Set())]
  const data = { ref, ...(alt ? { alt } : {}), ...(title ? { caption: title } : {}) }
  return [{ object: 'inline', type: 'inline-image', isVoid: true, data }]
}

function text(value: string, marks: ReadonlySet<MarkType>): Text {
  const ordered = markOrder.filter((mark) => marks.has(mark))
  return {
    object: 'text',
    leaves: [{ object: 'leaf', text: value, marks: ordered.map((type) => ({ object: 'mark', type })) }],
  }
}

function raw(node: PhrasingContent): Text {
  const value = node.type === 'html' ? node.value : serialise(node)
  return { object: 'text', leaves: [{ object: 'leaf', text: value.trim() || textOf(node), marks: [], raw: true }] }
}

/** Neighbouring texts become one node, neighbouring leaves with the same marks one leaf; empty ones go. */
function merge(nodes: readonly Inline[]): Inline[] {
  const merged: Inline[] = []
  for (const node of nodes) {
    if (node.object !== 'text') {
      merged.push(node)
      continue
    }
    let last = merged.at(-1)
    if (last?.object !== 'text') {
      last = { object: 'text', leaves: [] }
      merged.push(last)
    }
    for (const leaf of node.leaves) append(last.leaves, leaf)
  }
  return merged.filter((node) => node.object !== 'text' || node.leaves.length > 0)
}

function append(leaves: Leaf[], leaf: Leaf): void {
  const last = leaves.at(-1)
  if (leaf.text === '') return
  if (last && !last.raw && !leaf.raw && key(last) === key(leaf)) last.text += leaf.text
  else leaves.push({ ...leaf })
}

function key(leaf: Leaf): string {
  return leaf.marks.map((mark) => mark.type).join()
}

/** The end of a line within a paragraph reads as a space. */
function oneLine(value: string): string {
  return value.replace(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g, ' ')
}
