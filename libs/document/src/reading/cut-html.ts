import type { Html, RootContent } from 'mdast'
import type { Effort } from '../markdown/effort.ts'
import { htmlTags } from '../markdown/html.ts'
import { pageLimits } from '../markdown/limits.ts'
import { parse } from '../markdown/parse.ts'

/** The cost of the parser before it reads the first character, in units of effort. */
const FOR_A_PARSE = 40_000

/**
 * Siblings with their HTML cut as it is meant. The parser ends a piece of HTML at an empty line and not before. So a
 * table with empty lines in it is several pieces, and the tags of expandables are one piece with what follows them. In the
 * full edition all elements may be of several pieces (`pairLoosely`).
 */
export function cutHtml(nodes: readonly RootContent[], effort: Effort, isFull: boolean): RootContent[] {
  if (!nodes.some(({ type }) => type === 'html')) return [...nodes]
  const cut = (isFull ? nodes : joinTables(nodes)).flatMap((node) =>
    node.type === 'html' ? cutDetails(node, effort) : [node],
  )
  return cut.map((node) => (node.type === 'html' ? { ...node, value: closedHtml(node.value) } : node))
}

/** HTML that goes on until its end is written, however many lines that takes. */
const endings = [
  { begins: /^\s*<(pre|script|style|textarea)(?=[\s>]|$)/i, ends: /<\/(?:pre|script|style|textarea)>/i },
  { begins: /^\s*<!--/, ends: /-->/, end: '-->' },
  { begins: /^\s*<\?/, ends: /\?>/, end: '?>' },
  { begins: /^\s*<!\[CDATA\[/, ends: /\]\]>/, end: ']]>' },
  { begins: /^\s*<![a-z]/i, ends: />/, end: '>' },
]

/**
 * Ends HTML that nothing ends, as browsers do. Otherwise it would swallow whatever is written after it, such as
 * footnotes.
 */
function closedHtml(html: string): string {
  const endless = endings.find(({ begins, ends }) => begins.test(html) && !ends.test(html))
  if (!endless) return html
  return html + (endless.end ?? `</${endless.begins.exec(html)?.[1]}>`)
}

function joinTables(nodes: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = []
  // Up to here no table ends, so no other beginning needs to look.
  let endless = -1
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]
    if (!node) break
    if (node.type !== 'html' || index < endless || !/<table[\s>]/i.test(node.value) || /<\/table>/i.test(node.value)) {
      joined.push(node)
      continue
    }
    const end = endOfTable(nodes, index + 1)
    const last = nodes[end]
    if (last?.type !== 'html' || !/<\/table>/i.test(last.value)) {
      endless = end
      joined.push(node)
      continue
    }
    const parts = nodes.slice(index, end + 1).map((part) => ('value' in part ? part.value : ''))
    joined.push({ ...node, value: parts.join('\n\n') })
    index = end
  }
  return joined
}

/** The piece that ends the table, or the first one that is neither HTML nor indented text, which was taken for code. */
function endOfTable(nodes: readonly RootContent[], from: number): number {
  for (let index = from; index < nodes.length; index += 1) {
    const node = nodes[index]
    if (node?.type !== 'html' && !(node?.type === 'code' && !node.lang && node.value.startsWith('<'))) return index
    if (node.type === 'html' && /<\/table>/i.test(node.value)) return index
  }
  return nodes.length
}

/** The tags of expandables and their titles apart from what stands around them, which is read as if it stood alone. */
function cutDetails(node: Html, effort: Effort): RootContent[] {
  if (!/<\/?(?:details|summary)[\s>]/i.test(node.value)) return [node]
  const cuts = [0]
  for (const tag of htmlTags(node.value)) {
    if (tag.name === 'details') cuts.push(tag.start, tag.end)
    if (tag.name === 'summary') cuts.push(tag.closing ? tag.end : tag.start)
  }
  return cuts.flatMap((start, index): RootContent[] => {
    const written = node.value.slice(start, cuts[index + 1] ?? node.value.length)
    const value = written.trim()
    const position = movedBy(start + written.length - written.trimStart().length, node)
    if (value === '') return []
    if (/^<\/?(?:details|summary)[\s>]/i.test(value)) return [{ ...node, value, ...position }]
    effort.spend(FOR_A_PARSE, 'HTML of expandables')
    return parse(value, pageLimits, effort).children.map((child) => ({ ...child, ...position }))
  })
}

function movedBy(characters: number, { position }: Html): Pick<Html, 'position'> {
  if (!position || position.start.offset === undefined) return {}
  return { position: { ...position, start: { ...position.start, offset: position.start.offset + characters } } }
}
