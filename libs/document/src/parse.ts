import type { Nodes, Root, RootContent, Table } from 'mdast'
import { type CompileContext, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { blockTagFromMarkdown, blockTagSyntax } from './block-tags.ts'
import { Effort, effortLimit } from './effort.ts'
import { DocumentError } from './errors.ts'
import { githubSyntax } from './github-syntax.ts'
import { checkDepth, checkNesting, checkTable, pageLimits, type TextLimits } from './limits.ts'
import { mathFromMarkdown, mathSyntax } from './math.ts'

/** A slice of the source, in UTF-16 code units. */
export type Range = { start: number; end: number }

declare module 'mdast' {
  interface LinkData {
    destination?: Range
  }
  interface ImageData {
    destination?: Range
  }
  interface DefinitionData {
    destination?: Range
  }
}

// Without the pass that looks for addresses in plain text afterwards: what it finds has no position.
const mdastExtensions = [
  ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  blockTagFromMarkdown,
  mathFromMarkdown,
  { exit: { resourceDestination: noteDestination, definitionDestination: noteDestination } },
]

/**
 * The syntax tree of a markdown text with GitHub's extensions, formulas and block tags; offsets count from the text's first
 * character, byte order mark included. `effort` is what the text may cost. Throws DocumentError (too-large, too-deep,
 * too-complex).
 */
export function parse(markdown: string, limits: TextLimits = pageLimits, effort = new Effort(markdown.length)): Root {
  const counts = checkNesting(markdown, limits)
  const extensions = [
    githubSyntax(markdown),
    blockTagSyntax(markdown),
    mathSyntax(markdown),
    effortLimit(markdown, counts, effort),
  ]
  const root = fromMarkdown(markdown, { extensions, mdastExtensions })
  checkDepth<Nodes>(root, childrenOf)
  checkNodes(root, limits)
  if (markdown.startsWith('\uFEFF')) for (const node of descendants(root)) shift(node)
  return root
}

/** Refuses more nodes than may be shown at once, and tables too large. */
function checkNodes(root: Root, { nodes }: TextLimits): void {
  let count = 0
  for (const node of descendants(root)) {
    count += 1
    if (count > nodes) {
      throw new DocumentError('too-large', `A page may hold at most ${nodes} pieces of content`)
    }
    if (node.type === 'table') checkTable(widthOf(node), node.children.length, node.position?.start.line)
  }
}

/** The columns of a table: as many as its longest row has. */
export function widthOf({ children }: Table): number {
  return children.reduce((width, row) => Math.max(width, row.children.length), 0)
}

/** The children of any node, none for a leaf. */
export function childrenOf(node: Nodes): readonly RootContent[] {
  return 'children' in node ? node.children : []
}

/** Every node below one, in the order of the text. */
export function* descendants(node: Nodes): Generator<Nodes> {
  const waiting = childrenOf(node).toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    for (const child of childrenOf(next).toReversed()) waiting.push(child)
  }
}

/** Where a node lies in the source; the parser gives every node a position. */
export function rangeOf(node: Nodes): Range {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
}

function noteDestination(this: CompileContext, token: Token): void {
  const node = this.stack.at(-1)
  if (node?.type === 'link' || node?.type === 'image' || node?.type === 'definition') {
    node.data = { ...node.data, destination: { start: token.start.offset, end: token.end.offset } }
  }
}

/** The parser drops a byte order mark without counting it. */
function shift(node: Nodes): void {
  const points: { offset?: number | undefined }[] = node.position ? [node.position.start, node.position.end] : []
  for (const point of points) point.offset = (point.offset ?? 0) + 1
  const destination = 'data' in node && node.data && 'destination' in node.data ? node.data.destination : undefined
  if (destination) {
    destination.start += 1
    destination.end += 1
  }
}
