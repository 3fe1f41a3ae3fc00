import type { Html, Nodes } from 'mdast'
import { DocumentError } from '../markdown/errors.ts'
import { htmlComments } from '../markdown/html.ts'
import { cutComments, mayHaveComments } from '../markdown/html-comments.ts'
import { parse } from '../markdown/parse.ts'
import { childNodesOf, descendants, type Range, rangeOf } from '../markdown/syntax-tree.ts'

/** A comment in the text of a page. */
interface Comment extends Range {
  /** True if there are tags or words in the same piece of HTML, which an empty line would end. */
  isWithinHtml: boolean
  /** True if the blocks around the comment would be one without it, as two lists are. */
  keepsApart: boolean
}

const emptyComment = '<!-- -->'

/**
 * The text of a page without the comments of HTML in it, of which readers see nothing. What stands in code stays, and so
 * does every other character but the white space that nothing is left of. An empty comment stays where one keeps two blocks
 * apart. A text over a limit, which nothing can parse, loses all that looks like a comment.
 */
export function withoutComments(markdown: string): string {
  if (!mayHaveComments(markdown)) return markdown
  try {
    return cut(markdown, commentsOf(markdown))
  } catch (error) {
    if (error instanceof DocumentError) return cutComments(markdown)
    throw error
  }
}

function commentsOf(markdown: string): Comment[] {
  const root = parse(markdown)
  const found = new Map<Nodes, Comment[]>()
  for (const node of descendants(root)) if (node.type === 'html') found.set(node, commentsInNode(node, markdown))
  for (const node of [root, ...descendants(root)]) {
    let before: Nodes | undefined
    let between: Comment | undefined
    for (const child of childNodesOf(node)) {
      const comments = found.get(child)
      if (comments?.[0] && !comments[0].isWithinHtml) {
        between ??= comments[0]
        continue
      }
      if (between && before) between.keepsApart = wouldJoin(before, child, markdown)
      before = child
      between = undefined
    }
  }
  return [...found.values()].flat().sort((one, other) => one.start - other.start)
}

/** True if a block would continue the one before: a list, or anything indented below one or below indented code. */
function wouldJoin(before: Nodes, next: Nodes, text: string): boolean {
  const isIndented = (node: Nodes) => {
    const { start } = rangeOf(node)
    return isBlank(text[start]) || isBlank(text[start - 1])
  }
  if (before.type === 'list') return next.type === 'list' || isIndented(next)
  return before.type === 'code' && next.type === 'code' && isIndented(before) && isIndented(next)
}

function commentsInNode(node: Html, markdown: string): Comment[] {
  const { start, end } = rangeOf(node)
  const html = markdown.slice(start, end)
  const comments = htmlComments(html)
  const gaps = [{ end: 0 }, ...comments].map(({ end: from }, at) => html.slice(from, comments[at]?.start))
  const isWithinHtml = gaps.some((gap) => gap.trim() !== '')
  return comments.map((one) => ({
    ...{ start: start + one.start, end: start + one.end },
    ...{ isWithinHtml, keepsApart: false },
  }))
}

/** Comments that share a line and have nothing but blanks between them are one. */
function joined(comments: readonly Comment[], text: string): Comment[] {
  const all: Comment[] = []
  for (const one of comments) {
    const last = all.at(-1)
    if (last && behindBlanks(text, last.end) >= one.start) last.end = Math.max(last.end, one.end)
    else all.push({ ...one })
  }
  return all
}

/** Leaves neither blanks at the end of a line nor empty lines behind, but for those that keep blocks apart. */
function cut(text: string, comments: readonly Comment[]): string {
  const kept: string[] = []
  let tail = ''
  let from = 0
  let isEmpty = true
  const keepUntil = (end: number) => {
    const part = text.slice(from, Math.max(from, end))
    kept.push(part)
    isEmpty &&= part === ''
    tail = (tail + part.slice(-4)).replaceAll('\r', '').slice(-2)
  }
  for (const { start, end, isWithinHtml, keepsApart } of joined(comments, text)) {
    if (keepsApart) {
      keepUntil(start)
      kept.push(emptyComment)
      tail = ''
      from = end
      continue
    }
    const after = behindBlanks(text, end)
    const endsLine = after === text.length || text[after] === '\n'
    keepUntil(endsLine ? beforeBlanks(text, start) : start)
    from = endsLine ? after : end
    if (!endsLine || !(isEmpty || tail.endsWith('\n'))) continue
    const isApart = isEmpty || tail === '\n\n'
    const next = Math.min(after + 1, text.length)
    const isLast = isBlankLine(text, next)
    if (isWithinHtml || isApart || isLast) from = next
    if (!isWithinHtml && isApart) from = behindBlankLines(text, from)
  }
  keepUntil(text.length)
  return kept.join('')
}

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t' || sign === '\r'

function behindBlanks(text: string, at: number): number {
  let end = at
  while (isBlank(text[end])) end += 1
  return end
}

function beforeBlanks(text: string, at: number): number {
  let start = at
  while (isBlank(text[start - 1])) start -= 1
  return start
}

function isBlankLine(text: string, at: number): boolean {
  const end = behindBlanks(text, at)
  return end === text.length || text[end] === '\n'
}

function behindBlankLines(text: string, at: number): number {
  let start = at
  while (start < text.length && isBlankLine(text, start)) start = Math.min(behindBlanks(text, start) + 1, text.length)
  return start
}
