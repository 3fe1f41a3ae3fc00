import type { Nodes, Parents } from 'mdast'
import { parse } from '../markdown/parse.ts'
import { descendants } from '../markdown/syntax-tree.ts'
import { conditionTagPattern, hasCondition } from './conditional.ts'

const everyTag = new RegExp(conditionTagPattern, 'gi')
/** The tags that are read: each on a line of its own, with as many blanks as `readBlockTag` takes. */
const readTag = /^\{%[ \t]{0,8}(?:if[ \t].*|endif[ \t]*)%\}$/
/** HTML whose lines are not read as tags: whether its author meant them as tags cannot be known. */
const rawHtml = /<!--|<(?:pre|script|style|textarea)\b/i

/**
 * Returns the line, from 1, of the first condition in a text that cannot be read, so that the text is for nobody;
 * undefined if there is none. A condition is read if its tags are lines of their own, begin and end in the same list
 * item, quotation or other block, and are spelled as documented. Conditions in code are examples. Throws DocumentError
 * (limits).
 */
export function unreadableCondition(markdown: string): number | undefined {
  return hasCondition(markdown) ? unreadableIn(parse(markdown), markdown) : undefined
}

/** Does the same for a parsed text. */
export function unreadableIn(root: Nodes, markdown: string): number | undefined {
  const read: Range[] = []
  for (const node of [root, ...descendants(root)]) {
    if (!isBalanced(node)) return node.position?.start.line ?? 1
    if (isRead(node, markdown)) read.push(rangeOf(node))
  }
  // Tags in places without words of their own count too: the title of a link, a definition, a formula.
  const unread = [...markdown.matchAll(everyTag)].find(({ index }) => !isWithin(read, index))
  return unread && markdown.slice(0, unread.index).split(/\r\n|\r|\n/).length
}

/** The offsets of a part of the text. Ranges come in the order of the text. */
type Range = readonly [start: number, end: number]

const rangeOf = ({ position }: Nodes): Range => [position?.start.offset ?? 0, position?.end.offset ?? 0]

/** True if one of the ranges, which are in order, holds the offset. */
function isWithin(ranges: readonly Range[], offset: number): boolean {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.[1] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY) <= offset
}

/** True if every condition in the source of the node is read as one, or is code. */
function isRead(node: Nodes, markdown: string): boolean {
  switch (node.type) {
    case 'blockTag':
      return readTag.test(node.value.trim())
    case 'html': {
      const tags = node.value.split('\n').filter(hasCondition)
      const isWhole = [...node.value.matchAll(everyTag)].length === tags.length
      return tags.length > 0 && isWhole && tags.every((line) => readTag.test(line.trim())) && !rawHtml.test(node.value)
    }
    case 'code':
      return !isIndented(node, markdown)
    case 'inlineCode':
      return true
    default:
      return false
  }
}

/** True for code without a fence: a line with four spaces before it may have been meant as a tag. */
const isIndented = ({ position }: Nodes, markdown: string) =>
  !/^[ \t>]*[`~]{3}/.test(markdown.slice(position?.start.offset ?? 0))

/**
 * True if the conditions that begin in a block end in it, and no others do: the writer of an end meant to hide what is
 * above. In the text itself, one that nothing ends holds for all that follows; in a list item it would hold to the end of
 * the item only, which no writer means.
 */
function isBalanced(node: Nodes): boolean {
  if (!('children' in node)) return true
  let open = 0
  for (const tag of tagsIn(node)) {
    open += /^\{%[ \t]*if/.test(tag) ? 1 : -1
    if (open < 0) return false
  }
  return open === 0 || node.type === 'root'
}

const tagsIn = ({ children }: Parents): string[] =>
  children.flatMap((child) =>
    child.type === 'blockTag' || child.type === 'html'
      ? child.value.split('\n').flatMap((line) => (readTag.test(line.trim()) ? [line.trim()] : []))
      : [],
  )
