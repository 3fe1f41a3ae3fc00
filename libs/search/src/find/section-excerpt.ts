import { analyse } from '../analyse.ts'
import type { FoundWord } from './found-sections.ts'

const ellipsis = '…'
/** Average length of a word with its space, to estimate distances. */
const charactersPerToken = 6
const maxWordDistance = 20
/** More characters than there are between an anchor and a word that refers to it. */
const anchoredCharacters = 2048

/**
 * Returns at most `maxCharacters` of a section's text on one line, around the part with the most found words. `text` is
 * the text that was indexed; only that part is analysed. Returns plain text without control characters: the caller has
 * to escape it in HTML.
 */
export function excerptAt(text: string, words: readonly FoundWord[], maxCharacters = 200): string {
  if (text.length <= maxCharacters) return onOneLine(text)
  const length = Math.max(0, maxCharacters - 2 * ellipsis.length)
  const begin = Math.max(0, startOf(text, densestWord(words, length)) - Math.floor(length / 5))
  const from = begin === 0 ? 0 : wordStart(text, begin)
  const to = from + length >= text.length ? text.length : wordEnd(text, from, from + length)
  return (from > 0 ? ellipsis : '') + onOneLine(text.slice(from, to)) + (to < text.length ? ellipsis : '')
}

const guess = ({ token, anchor }: FoundWord) => anchor.offset + (token - anchor.token) * charactersPerToken

/** Returns the first word of the part of `length` characters that contains the most different terms. */
function densestWord(words: readonly FoundWord[], length: number): FoundWord | undefined {
  const all = new Set(words.map(({ term }) => term)).size
  let best: FoundWord | undefined
  let maxTerms = 0
  for (const [index, first] of words.entries()) {
    const end = guess(first) + length
    const terms = new Set<number>()
    for (let at = index, word = words[at]; word && guess(word) <= end; word = words[++at]) terms.add(word.term)
    if (terms.size > maxTerms) [best, maxTerms] = [first, terms.size]
    if (maxTerms === all) break
  }
  return best
}

/** Returns the offset of a found word, by analysing the text from its anchor on. */
function startOf(text: string, found: FoundWord | undefined): number {
  if (!found) return 0
  const { offset, token } = found.anchor
  const wanted = found.token - token
  const tokens = analyse(text.slice(offset, offset + anchoredCharacters), { positions: wanted + 1 })
  const word = tokens.find(({ position }) => position >= wanted)
  return word ? offset + word.start : 0
}

/** Matches white space and control characters other than a single space. */
const gaps = /[\p{Cc}\s]{2,}|(?! )[\p{Cc}\s]/gu

/** Replaces white space by single spaces, and removes halves of characters. */
function onOneLine(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Cs}/gu, '')
  return whole.replace(gaps, ' ').trim()
}

/** Returns the start of the next word, or `at` if it is far: text without spaces is cut anywhere. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + maxWordDistance).search(/\s/)
  return space < 0 ? at : at + space + 1
}

function wordEnd(text: string, from: number, at: number): number {
  const behind = Math.max(from, at - maxWordDistance)
  const space = text.slice(behind, at).search(/\s\S*$/)
  return space <= 0 ? at : behind + space
}
