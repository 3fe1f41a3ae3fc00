import type { Root } from 'mdast'
import { htmlTags } from './html.ts'
import { descendants, type Range, rangeOf } from './syntax-tree.ts'

/** The elements that hold blocks, and whose authors indent what is in them. */
const containers = [
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'details'],
  ...['div', 'center', 'section', 'article', 'aside', 'main', 'header', 'footer', 'nav', 'blockquote', 'p'],
]
const isContainer = new Set(containers)
/** Elements that are deeper in others count as words. */
const maxOpen = 100
/** A line that begins with the tag of a block. */
const tagLine = new RegExp(`^</?(?:${containers.join('|')}|h[1-6]|hr|pre|summary|figcaption|picture|img)\\b`, 'i')
const marker = /^(?:[*+-]|\d{1,9}[.)])[ \t]+/
const fence = /^(`{3,}|~{3,})/

/** A text without the white space before some of its lines. */
interface Unindented {
  text: string
  /** The offset in `text` at which each shortened line begins, and the characters that the lines up to it have lost. */
  shifts: { start: number; lost: number }[]
}

/**
 * The text with the insides of its HTML moved to the left, where that changes what they are; undefined where it does not.
 * Markdown takes lines with four spaces before them for code as soon as an empty line is above them, though their author
 * has indented them only since the tags around them are. `root` is the tree of the text as it is. An element that is
 * closed nowhere is left alone.
 */
export function unindented(markdown: string, root: Root): Unindented | undefined {
  const indented = [...descendants(root)].filter((node) => node.type === 'code' && !isFenced(markdown, rangeOf(node)))
  if (indented.length === 0 || !/<\/[a-z]/i.test(markdown)) return undefined
  const code = indented.map(rangeOf)
  const shifts: Unindented['shifts'] = []
  let [text, from, lost, next] = ['', 0, 0, 0]
  for (const { start, end } of elementsIn(markdown, root)) {
    while ((code[next]?.start ?? end) < start) next += 1
    const base = (code[next]?.start ?? end) < end ? baseOf(markdown, start) : undefined
    if (base === undefined) continue
    const first = markdown.indexOf('\n', start) + 1
    text += markdown.slice(from, first)
    const indents = new Indents(base)
    for (const line of markdown.slice(first, end).split(/(?<=\n)/)) {
      const removed = indents.removedFrom(line)
      lost += removed
      if (removed > 0) shifts.push({ start: text.length, lost })
      text += line.slice(removed)
    }
    from = end
  }
  return lost === 0 ? undefined : { text: text + markdown.slice(from), shifts }
}

/** Moves the positions of a tree of the shortened text to where they are in the text itself. Columns stay. */
export function moveBack(root: Root, { shifts }: Unindented): void {
  const moved = (offset: number) => {
    let [low, high] = [0, shifts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((shifts[middle]?.start ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return offset + (shifts[low - 1]?.lost ?? 0)
  }
  for (const node of descendants(root)) {
    for (const point of [node.position?.start, node.position?.end]) {
      if (point?.offset !== undefined) point.offset = moved(point.offset)
    }
    const destination = 'data' in node && node.data && 'destination' in node.data ? node.data.destination : undefined
    if (destination) Object.assign(destination, { start: moved(destination.start), end: moved(destination.end) })
  }
}

/** The ranges of the outermost elements that begin in HTML between blocks and are closed. */
function elementsIn(markdown: string, root: Root): Range[] {
  const [html, code]: [Range[], Range[]] = [[], []]
  for (const node of descendants(root)) {
    if (node.type === 'html') html.push(rangeOf(node))
    else if (node.type === 'inlineCode' || (node.type === 'code' && isFenced(markdown, rangeOf(node))))
      code.push(rangeOf(node))
  }
  const [isInHtml, isInCode] = [within(html), within(code)]
  const found: Range[] = []
  const open: { name: string; start: number }[] = []
  for (const { name, closing, start, end } of htmlTags(markdown)) {
    const isHtml = isInHtml(start)
    if (isInCode(start) || !isContainer.has(name)) continue
    if (!closing) {
      if (open.length < maxOpen && (isHtml || open.length > 0)) open.push({ name, start })
      continue
    }
    const at = open.findLastIndex((one) => one.name === name)
    const first = open[at]?.start
    if (first === undefined) continue
    open.length = at
    while ((found.at(-1)?.start ?? -1) > first) found.pop()
    found.push({ start: first, end })
  }
  return found
}

const isFenced = (markdown: string, { start }: Range) => /^(?:`{3}|~{3})/.test(markdown.slice(start, start + 3))

/** Tells whether a place is in one of the ranges; for places and ranges in the order of the text. */
function within(ranges: readonly Range[]): (place: number) => boolean {
  let next = 0
  return (place) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= place) next += 1
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= place
  }
}

/** The columns before what stands in a line; undefined in a quote, whose signs begin every line. */
function baseOf(markdown: string, place: number): number | undefined {
  const line = markdown.slice(markdown.lastIndexOf('\n', place - 1) + 1, place)
  const prefix = /^(?:[ \t]|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))*/.exec(line)?.[0] ?? ''
  return line.startsWith('>', prefix.length) ? undefined : widthOf(prefix)
}

/** Reads the lines in an element from the first to the last. */
class Indents {
  readonly #base: number
  /** The columns before the last line with a tag, and those that the words below it lose. */
  #tag: number
  #lost: number | undefined
  /** The column in which the words of the list's items begin, where there is a list. */
  #item: number | undefined
  /** True for the line that ends the code which is being read. */
  #endsCode: ((words: string) => boolean) | undefined

  constructor(base: number) {
    this.#base = base
    this.#tag = base
  }

  /** The number of characters to take from the start of the next line. */
  removedFrom(line: string): number {
    const white = /^[ \t]*/.exec(line)?.[0] ?? ''
    const words = line.slice(white.length)
    if (words.trim() === '') return 0
    const width = widthOf(white)
    if (this.#endsCode) {
      if (this.#endsCode(words)) this.#endsCode = undefined
      return charactersOf(white, Math.min(this.#lost ?? 0, width - this.#base))
    }
    if (this.#item !== undefined && width < this.#item) this.#item = undefined
    if (tagLine.test(words) && this.#item === undefined) {
      this.#tag = width
      this.#lost = /^<pre\b/i.test(words) ? 0 : undefined
      if (/^<pre\b/i.test(words) && !/<\/pre>/i.test(words)) this.#endsCode = (one) => /<\/pre>/i.test(one)
      return charactersOf(white, width - this.#base)
    }
    this.#lost ??= width - this.#base - (width - this.#tag >= (this.#tag > this.#base ? 8 : 4) ? 4 : 0)
    const item = marker.exec(words)?.[0]
    if (item !== undefined) this.#item ??= width + item.length
    const signs = fence.exec(words)?.[1]
    if (signs) this.#endsCode = (one) => fence.exec(one.trimEnd())?.[1] === one.trimEnd() && one.startsWith(signs)
    return charactersOf(white, Math.min(this.#lost, width - this.#base))
  }
}

const widthOf = (white: string) => columnsOf(white, Number.POSITIVE_INFINITY).width

const charactersOf = (white: string, columns: number) => columnsOf(white, columns).count

/** The characters at the start of some white space that take up at most so many columns, and those columns. */
function columnsOf(white: string, columns: number): { count: number; width: number } {
  let [count, width] = [0, 0]
  for (const one of white) {
    const next = one === '\t' ? width + 4 - (width % 4) : width + 1
    if (next > columns) break
    width = next
    count += 1
  }
  return { count, width }
}
