type Point = { line: number; column: number; offset: number }

/** Lines and columns of places in a text without carriage returns, asked for in the order of the text. */
export class Points {
  readonly #text: string
  #line = 1
  #start = 0
  #end: number

  constructor(text: string) {
    this.#text = text
    this.#end = this.#lineEnd()
  }

  at(offset: number): Point {
    while (this.#end < offset) {
      this.#line += 1
      this.#start = this.#end + 1
      this.#end = this.#lineEnd()
    }
    return { line: this.#line, column: offset - this.#start + 1, offset }
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#start)
    return end < 0 ? Number.POSITIVE_INFINITY : end
  }
}
