import type { Nodes, Root } from 'mdast'
import { type CompileContext, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { blockTagFromMarkdown, blockTagSyntax } from './block-tags.ts'
import { parseAround } from './direct/parse-around.ts'
import { Effort, effortLimit, spendOnSigns } from './effort.ts'
import { DocumentError } from './errors.ts'
import { githubSyntax } from './github-syntax.ts'
import { checkDepth, checkNesting, checkTable, pageLimits, type TextLimits } from './limits.ts'
import { mathFromMarkdown, mathSyntax } from './math-syntax.ts'
import { childNodesOf, descendants, move, widthOf } from './syntax-tree.ts'

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
  spendOnSigns(markdown, checkNesting(markdown, limits), effort)
  const root = parseAround(markdown, effort, parseAll) ?? parseAll(markdown, effort)
  checkDepth<Nodes>(root, childNodesOf)
  checkNodes(root, limits)
  return root
}

/** As `parse`, all of it by the parser, without the limits that are checked before and after. */
export function parseAll(markdown: string, effort: Effort): Root {
  const extensions = [
    githubSyntax(markdown),
    blockTagSyntax(markdown),
    mathSyntax(markdown),
    effortLimit(markdown, effort),
  ]
  const root = fromMarkdown(markdown, { extensions, mdastExtensions })
  // The parser drops a byte order mark without counting it.
  if (markdown.startsWith('\uFEFF')) for (const node of descendants(root)) move(node, { offset: 1, line: 0 })
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

function noteDestination(this: CompileContext, token: Token): void {
  const node = this.stack.at(-1)
  if (node?.type === 'link' || node?.type === 'image' || node?.type === 'definition') {
    node.data = { ...node.data, destination: { start: token.start.offset, end: token.end.offset } }
  }
}
