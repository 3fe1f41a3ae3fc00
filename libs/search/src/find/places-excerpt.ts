import { analyse } from '../analyse.ts'
import type { FoundPlace } from './found-sections.ts'

const ellipsis = '…'
/** About as long as a word with its space; only to choose a place by. */
const charactersOfToken = 6
const farthestWord = 20
/** More than the words from an anchor to a place behind it take. */
const anchoredCharacters = 2048

/**
 * At most `maxCharacters` of a section's text on one line, around where most of the found words stand together. `text`
 * is the text that was indexed; only the neighbourhood is read. Plain text without control characters: whoever shows it
 * as HTML must escape it.
 */
export function excerptAt(text: string, places: readonly FoundPlace[], maxCharacters = 200): string {
  if (text.length <= maxCharacters) return onOneLine(text)
  const room = Math.max(0, maxCharacters - 2 * ellipsis.length)
  const begin = Math.max(0, startOf(text, mostTogether(places, room)) - Math.floor(room / 5))
  const from = begin === 0 ? 0 : wordStart(text, begin)
  const to = from + room >= text.length ? text.length : wordEnd(text, from, from + room)
  return (from > 0 ? ellipsis : '') + onOneLine(text.slice(from, to)) + (to < text.length ? ellipsis : '')
}

const guess = ({ token, anchor }: FoundPlace) => anchor.offset + (token - anchor.token) * charactersOfToken

/** Where the first stretch of `room` characters begins that holds the most different terms. */
function mostTogether(places: readonly FoundPlace[], room: number): FoundPlace | undefined {
  const all = new Set(places.map(({ term }) => term)).size
  let best: FoundPlace | undefined
  let most = 0
  for (const [index, first] of places.entries()) {
    const end = guess(first) + room
    const terms = new Set<number>()
    for (let at = index, place = places[at]; place && guess(place) <= end; place = places[++at]) terms.add(place.term)
    if (terms.size > most) [best, most] = [first, terms.size]
    if (most === all) break
  }
  return best
}

/** Where the word at a place begins: read from its anchor on. */
function startOf(text: string, place: FoundPlace | undefined): number {
  if (!place) return 0
  const { offset, token } = place.anchor
  const wanted = place.token - token
  const tokens = analyse(text.slice(offset, offset + anchoredCharacters), { positions: wanted + 1 })
  const word = tokens.find(({ position }) => position >= wanted)
  return word ? offset + word.start : 0
}

/** White space and control characters that are more than one space. */
const gaps = /[\p{Cc}\s]{2,}|(?! )[\p{Cc}\s]/gu

/** With single spaces for white space, and without halves of characters. */
function onOneLine(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Cs}/gu, '')
  return whole.replace(gaps, ' ').trim()
}

/** The start of the next word, unless it is far: text without spaces is cut anywhere. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + farthestWord).search(/\s/)
  return space < 0 ? at : at + space + 1
}

function wordEnd(text: string, from: number, at: number): number {
  const behind = Math.max(from, at - farthestWord)
  const space = text.slice(behind, at).search(/\s\S*$/)
  return space <= 0 ? at : behind + space
}
