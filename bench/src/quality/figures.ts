import type { Answered } from './asking.ts'
import type { Question } from './corpus.ts'

/** How many of some questions were answered how well. */
interface Figures {
  count: number
  /** The first source is a page that answers. */
  first: number
  /** One of the first three is. */
  three: number
  /** A word that a good answer has is in the answer. */
  mention: number
  /** Answered with no source at all. */
  declined: number
  /** Of the answers that were given, the characters of the one in the middle. */
  characters: number
}

export function figuresOf(asked: readonly (Question & Answered)[]): Figures {
  const count = (test: (one: Question & Answered) => boolean) => asked.filter(test).length
  return {
    count: asked.length,
    first: count(({ sources, expected }) => expected.includes(sources[0] ?? '')),
    three: count(({ sources, expected }) => sources.slice(0, 3).some((page) => expected.includes(page))),
    mention: count(({ mustMention = [], text }) => mentions(text, mustMention)),
    declined: count(({ sources }) => sources.length === 0),
    characters: median(asked.flatMap(({ sources, text }) => (sources.length > 0 ? [text.length] : []))),
  }
}

const mentions = (text: string, words: readonly string[]) =>
  words.some((word) => text.toLowerCase().includes(word.toLowerCase()))

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
