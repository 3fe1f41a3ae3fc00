import type { InlineCode, Link, PhrasingContent, Text } from 'mdast'
import type { Points } from './points.ts'

/** Characters that mean themselves, wherever in a line they stand. */
const words = /[^\t*_~`$<&\\[\]@|#{}]*/y
const escaped = /\\([!-/:-@[-`{-~])/y
/** Text that the parser may take for an address all the same. */
const address = /www\.|:\/\//i
/** Code in a line, without spaces at its ends: the parser might drop these. */
const code = /`([^\t\n` ](?:[^\t\n`]*[^\t\n` ])?)`(?!`)/y
const destination = /\]\(([\w/.#?=:@,;+%!*~-]+)\)/y

/** Words, code and links of these. Answers nothing where there is anything else, or could be. */
export class Inlines {
  readonly #text: string
  readonly #start: number
  readonly #points: Points
  #at = 0

  /** `start`: the place of `text` in the page. */
  constructor(text: string, start: number, points: Points) {
    this.#text = text
    this.#start = start
    this.#points = points
  }

  /** All of the text. */
  read(): PhrasingContent[] | undefined {
    const nodes: PhrasingContent[] = []
    while (this.#at < this.#text.length) {
      const node = this.#text[this.#at] === '[' ? this.#link() : this.#word()
      if (!node) return undefined
      nodes.push(node)
    }
    return nodes
  }

  #word(): Text | InlineCode | undefined {
    return this.#text[this.#at] === '`' ? this.#code() : this.#words()
  }

  #words(): Text | undefined {
    const start = this.#point()
    let value = this.#match(words)?.[0] ?? ''
    for (let match = this.#match(escaped); match; match = this.#match(escaped))
      value += `${match[1]}${this.#match(words)?.[0]}`
    // Before a bracket the sign begins a picture.
    const opens = value.endsWith('!') && this.#text[this.#at] === '['
    if (value === '' || opens || address.test(value)) return
    return { type: 'text', value, position: { start, end: this.#point() } }
  }

  #code(): InlineCode | undefined {
    const start = this.#point()
    const value = this.#match(code)?.[1]
    return value === undefined ? undefined : { type: 'inlineCode', value, position: { start, end: this.#point() } }
  }

  #link(): Link | undefined {
    const start = this.#point()
    const children: (Text | InlineCode)[] = []
    this.#at += 1
    while (this.#text[this.#at] !== ']') {
      const node = this.#word()
      if (!node) return
      children.push(node)
    }
    const from = this.#start + this.#at + 2
    const url = this.#match(destination)?.[1]
    if (url === undefined || children.length === 0) return
    const data = { destination: { start: from, end: from + url.length } }
    return { type: 'link', title: null, url, children, position: { start, end: this.#point() }, data }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at = pattern.lastIndex
    return match
  }

  #point() {
    return this.#points.at(this.#start + this.#at)
  }
}
