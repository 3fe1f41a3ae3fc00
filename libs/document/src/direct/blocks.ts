import type { Code, Heading, Paragraph } from 'mdast'
import { Ahead } from './ahead.ts'
import { Inlines } from './inlines.ts'
import type { Points } from './points.ts'

/** A block that can be read in one way only. */
export type DirectBlock = Code | Heading | Paragraph

const opening = /(#{1,6}) (?=[^ \n])|```([^`\n]*)\n/y
const language = /^[\w+.-]*$/
/** Lines that may close a formula or a tag of an integration which was opened above. */
const closing = /\$\$|%\}/
/** Lines with spaces around them, and lines that could begin or end something. */
const unclear = /^[^A-Za-z`[("\u0080-\uFFFF]| \n|\n(?![A-Za-z`[("\u0080-\uFFFF])| $/

/** Reads the blocks of a page without carriage returns; each place is asked for once, in the order of the page. */
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

  /** The block that begins with the line at `start`, unless it is for the parser, and where the text goes on behind it. */
  read(start: number, _before?: DirectBlock): { block?: DirectBlock | undefined; end: number } {
    opening.lastIndex = start
    const match = opening.exec(this.#text)
    if (match?.[1]) return this.#heading(start, match[1].length)
    return match ? this.#code(start, opening.lastIndex, match[2] ?? '') : this.#paragraph(start)
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

  #paragraph(start: number) {
    const end = this.#end(this.#blankLines.from(start).start)
    if (unclear.test(this.#text.slice(start, end))) return { end }
    const from = this.#points.at(start)
    const children = this.#inlines(start, end)
    if (!children) return { end }
    const block: Paragraph = { type: 'paragraph', children, position: { start: from, end: this.#points.at(end) } }
    return { block, end }
  }

  #code(start: number, inside: number, info: string) {
    // The line's end belongs to the fence, so that it is found right below the opening one too.
    const { start: last, found } = this.#fences.from(inside - 1)
    const end = Math.min(last + found.length, this.#text.length)
    const value = this.#text.slice(inside, Math.min(last, end))
    if (found !== '\n```' || !language.test(info) || closing.test(value) || value.includes('\0')) return { end }
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
