import type { Nodes, Root, RootContent } from 'mdast'
import { type CompileContext, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { blockTagFromMarkdown, blockTagSyntax } from './block-tags.ts'
import { cutAddresses } from './cut-addresses.ts'
import { Points } from './direct/points.ts'
import { type Run, runsIn } from './direct/runs.ts'
import { Effort, effortLimit, spendOnSigns } from './effort.ts'
import { DocumentError } from './errors.ts'
import { githubSyntax } from './github-syntax.ts'
import { htmlBlockSyntax } from './html-blocks.ts'
import { moveBack, unindented } from './indented-html.ts'
import { cutAtTags, inlineTagSyntax, isInlineTag } from './inline-tags.ts'
import { checkDepth, checkNesting, checkTable, pageLimits, type TextLimits } from './limits.ts'
import { mathFromMarkdown, mathSyntax } from './math-syntax.ts'
import { childNodesOf, type Distance, descendants, move, widthOf } from './syntax-tree.ts'

/** The text that the parser reads in place of a run. */
const standIn = 'x'

/** The least effort that the parser spends on a character, so that no text is refused that it would read. */
const effortPerCharacter = 50

/** The smallest share of a text for which the fast path is worth it. */
const minPlainShare = 0.1

const nothingElse = new RegExp(`^[ \\t\\n]*${standIn}[ \\t\\n]*$`)

type Parser = (markdown: string, effort: Effort) => Root

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
  const root = parseHtml(markdown, effort)
  cutAddresses(root, markdown, isInlineTag)
  cutAtTags(root)
  checkDepth<Nodes>(root, childNodesOf)
  checkNodes(root, limits)
  return root
}

/** Reads a text again without the indentation in its HTML, where that makes a difference. */
function parseHtml(markdown: string, effort: Effort): Root {
  const read = (text: string) => parseAround(text, effort, parseAll) ?? parseAll(text, effort)
  const root = read(markdown)
  const shorter = unindented(markdown, root)
  if (!shorter) return root
  const again = read(shorter.text)
  moveBack(again, shorter)
  return again
}

/** As `parse`, all of it by the parser, without the limits that are checked before and after. */
export function parseAll(markdown: string, effort: Effort): Root {
  const extensions = [
    githubSyntax(markdown),
    blockTagSyntax(markdown),
    inlineTagSyntax(markdown),
    htmlBlockSyntax,
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

/**
 * The tree of a text, of which the parser reads only what needs one. Nothing where little is won, or where something
 * that begins further up, such as HTML, takes in what seemed to need none.
 */
export function parseAround(markdown: string, effort: Effort, parser: Parser): Root | undefined {
  const points = new Points(markdown)
  const runs = runsIn(markdown, points)
  const characters = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  if (characters === 0 || characters < minPlainShare * markdown.length) return undefined
  const rest = effort.rest()
  const root = rootOf(markdown, runs, rest, parser)
  if (!root) return undefined
  effort.spend(rest.spent + effortPerCharacter * characters, 'markup')
  root.position = { start: { line: 1, column: 1, offset: 0 }, end: points.at(markdown.length) }
  return root
}

function rootOf(markdown: string, runs: readonly Run[], effort: Effort, parser: Parser): Root | undefined {
  const { text, offsets } = withStandIns(markdown, runs)
  if (nothingElse.test(text)) return { type: 'root', children: runs.flatMap(({ blocks }) => blocks) }
  try {
    const root = parser(text, effort)
    const children = putBack(root.children, runs, offsets)
    return children && { ...root, children }
  } catch (error) {
    // A text with stand-ins may cost more than the text, where something else is open in it.
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

/** A text with a paragraph of one letter in the place of each run, and where these begin. */
function withStandIns(markdown: string, runs: readonly Run[]): { text: string; offsets: number[] } {
  const offsets: number[] = []
  let text = ''
  let from = 0
  for (const { start, end, touches } of runs) {
    text += markdown.slice(from, start)
    offsets.push(text.length)
    text += touches ? `${standIn}\n` : standIn
    from = end
  }
  return { text: text + markdown.slice(from), offsets }
}

/**
 * The blocks of a text, its runs in their places among those `around` them. Nothing where a run turns out to be part of
 * something: of HTML, of a formula.
 */
function putBack(
  around: readonly RootContent[],
  runs: readonly Run[],
  offsets: readonly number[],
): RootContent[] | undefined {
  const blocks: RootContent[] = []
  const distance: Distance = { offset: 0, line: 0 }
  let next = 0
  for (const block of around) {
    const run = runs[next]
    if (run && isStandIn(block, offsets[next])) {
      for (const own of run.blocks) blocks.push(own)
      const added = run.touches ? 1 : 0
      distance.offset += run.end - run.start - standIn.length - added
      distance.line += run.breaks - added
      next += 1
    } else {
      move(block, distance)
      for (const node of descendants(block)) move(node, distance)
      blocks.push(block)
    }
  }
  return next === runs.length ? blocks : undefined
}

function isStandIn(block: RootContent, start: number | undefined): boolean {
  if (block.type !== 'paragraph' || block.position?.start.offset !== start || block.children.length !== 1) return false
  const [text] = block.children
  return text?.type === 'text' && text.value === standIn
}
