/** A place in a text and what stands there; beyond the text where nothing does. */
type Place = { start: number; found: string }

/** Finds the next place of a pattern, and looks at each character once however often it is asked, if in order. */
export class Ahead {
  readonly #text: string
  readonly #pattern: RegExp
  #next: Place = { start: -1, found: '' }

  constructor(text: string, pattern: RegExp) {
    this.#text = text
    this.#pattern = new RegExp(pattern, 'g')
  }

  from(place: number): Place {
    if (this.#next.start >= place) return this.#next
    this.#pattern.lastIndex = place
    const match = this.#pattern.exec(this.#text)
    this.#next = match ? { start: match.index, found: match[0] } : { start: Number.POSITIVE_INFINITY, found: '' }
    return this.#next
  }
}
