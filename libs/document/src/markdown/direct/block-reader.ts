import type { Code, Heading, List, Paragraph, Table } from 'mdast'
import { Inlines } from './inline-reader.ts'
import { readList } from './list-reader.ts'
import type { Points } from './points.ts'
import { readTable } from './table-reader.ts'

/** A block that can be read in one way only. */
export type DirectBlock = Code | Heading | List | Paragraph | Table

const opening = /(#{1,6}) (?=[^ \n])|```([^`\n]*)\n/y
const language = /^[\w+.-]*$/
/** Lines that may close a formula or a tag of an integration which was opened above. */
const closing = /\$\$|%\}/
/** Lines with spaces around them, and lines that could begin or end something. */
const unclear = /^[^A-Za-z`[("\u0080-\uFFFF]| \n|\n(?![A-Za-z`[("\u0080-\uFFFF])| $/

/** The text below a block, behind empty lines, that continues no list. */
const below = /(?:[ \t]*\n)*(?:$|[^ \t\n*+\d-])/y

/** Reads the blocks of a page whose lines end with `\n`; each place is asked for once, in the order of the page. */
export class Blocks {
  readonly #text: string
  readonly #points: Points
  readonly #blankLines: Ahead
  readonly #fences: Ahead

  constructor(text: string, points: Points) {
    this.#text = text
    this.#points = points
    this.#blankLines = new Ahead(text, /\n[ \t]*(?:\n|$)/)
    this.#fences = new Ahead(text, /\n {0,3}`{3,}[ \t]*(?=\n|$)/)
  }

  /**
   * The block that begins with the line at `start`, unless it is for the parser, and where the text goes on behind it.
   * `above`: the block that is right above it, if that needs no parser.
   */
  read(start: number, above?: DirectBlock): { block?: DirectBlock | undefined; end: number } {
    opening.lastIndex = start
    const match = opening.exec(this.#text)
    if (match?.[1]) return this.#heading(start, match[1].length)
    if (match) return this.#code(start, opening.lastIndex, match[2] ?? '')
    const end = this.#end(this.#blankLines.from(start).start)
    const lines = () => this.#text.slice(start, end).split('\n')
    switch (this.#text[start]) {
      case '|':
        return { block: readTable(lines(), start, this.#points), end }
      case '*':
      case '+':
      case '-':
      case '1':
        return { block: this.#standsAlone(end, above) ? readList(lines(), start, this.#points) : undefined, end }
      default:
        return { block: this.#paragraph(start, end), end }
    }
  }

  /** True if a list ends here: other items, and lines with spaces in front, would continue it. */
  #standsAlone(end: number, above: DirectBlock | undefined): boolean {
    if (!above || above.type === 'list') return false
    below.lastIndex = end
    return below.test(this.#text)
  }

  #heading(start: number, depth: number) {
    const end = this.#end(this.#text.indexOf('\n', start))
    const from = this.#points.at(start)
    const children = this.#text[end - 1] === ' ' ? undefined : this.#inlines(start + depth + 1, end)
    if (!children) return { end: this.#end(this.#blankLines.from(start).start) }
    const position = { start: from, end: this.#points.at(end) }
    const block: Heading = { type: 'heading', depth: depth as Heading['depth'], children, position }
    return { block, end }
  }

  #paragraph(start: number, end: number): Paragraph | undefined {
    if (unclear.test(this.#text.slice(start, end))) return
    const from = this.#points.at(start)
    const children = this.#inlines(start, end)
    return children && { type: 'paragraph', children, position: { start: from, end: this.#points.at(end) } }
  }

  #code(start: number, inside: number, info: string) {
    // The line's end belongs to the fence, so that it is found right below the opening one too.
    const { start: last, found } = this.#fences.from(inside - 1)
    const end = Math.min(last + found.length, this.#text.length)
    const value = this.#text.slice(inside, Math.min(last, end))
    if (found !== '\n```' || !language.test(info) || closing.test(value)) return { end }
    const position = { start: this.#points.at(start), end: this.#points.at(end) }
    const block: Code = { type: 'code', lang: info || null, meta: null, value, position }
    return { block, end }
  }

  #inlines(start: number, end: number) {
    return new Inlines(this.#text.slice(start, end), start, this.#points).read()
  }

  #end(found: number): number {
    return found >= 0 && found < this.#text.length ? found : this.#text.length
  }
}

/** A place in a text and what stands there; beyond the text where nothing does. */
type Found = { start: number; found: string }

/** Finds the next place of a pattern, and looks at each character once however often it is asked, if in order. */
class Ahead {
  readonly #text: string
  readonly #pattern: RegExp
  #next: Found = { start: -1, found: '' }

  constructor(text: string, pattern: RegExp) {
    this.#text = text
    this.#pattern = new RegExp(pattern, 'g')
  }

  from(place: number): Found {
    if (this.#next.start >= place) return this.#next
    this.#pattern.lastIndex = place
    const match = this.#pattern.exec(this.#text)
    this.#next = match ? { start: match.index, found: match[0] } : { start: Number.POSITIVE_INFINITY, found: '' }
    return this.#next
  }
}
