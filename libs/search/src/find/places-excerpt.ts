import { analyse } from '../analyse.ts'
import type { FoundPlace } from './found-sections.ts'

/** A piece of a text on one line; `marks` are the words of the query in it, in UTF-16 units, in order. */
interface MarkedExcerpt {
  text: string
  marks: { start: number; end: number }[]
}

const ellipsis = '…'
/** About as long as a word with its space; only to choose a place by. */
const charactersOfToken = 6
const farthestWord = 20

/**
 * At most `maxCharacters` of a section's text around where most of the found words stand together. `text` is the text
 * that was indexed; only the neighbourhood is read. Plain text without control characters: whoever shows it as HTML
 * must escape it.
 */
export function excerptAt(text: string, places: readonly FoundPlace[], maxCharacters = 200): MarkedExcerpt {
  const whole = text.length <= maxCharacters
  const room = whole ? text.length : Math.max(0, maxCharacters - 2 * ellipsis.length)
  const chosen = whole ? places : mostTogether(places, room)
  const marks = marksOf(text, chosen, room)
  const begin = Math.max(0, (marks[0]?.start ?? 0) - Math.floor(room / 5))
  const from = whole || begin === 0 ? 0 : wordStart(text, begin)
  const to = from + room >= text.length ? text.length : wordEnd(text, from, from + room)
  const line = onOneLine(text, from, to, marks)
  return {
    text: (from > 0 ? ellipsis : '') + line.text + (to < text.length ? ellipsis : ''),
    marks: moved(line.marks, from > 0),
  }
}

const guess = ({ token, anchor }: FoundPlace) => anchor.offset + (token - anchor.token) * charactersOfToken

/** The places of a stretch of `room` characters that holds the most different terms. */
function mostTogether(places: readonly FoundPlace[], room: number): FoundPlace[] {
  let best: FoundPlace[] = []
  let terms = 0
  for (const [index, first] of places.entries()) {
    const near = places.slice(index).filter((place) => guess(place) - guess(first) <= room)
    const different = new Set(near.map(({ term }) => term)).size
    if (different > terms) [best, terms] = [near, different]
  }
  return best
}

/** Where the words at these places begin and end: read from the anchor of the first one on. */
function marksOf(text: string, places: readonly FoundPlace[], room: number): { start: number; end: number }[] {
  const [first] = places
  if (!first) return []
  const { token, offset } = first.anchor
  const part = text.slice(offset, offset + room + 16 * 64)
  const wanted = new Set(places.map((place) => place.token - token))
  const marks = new Map<number, { start: number; end: number }>()
  for (const { position, start, end } of analyse(part)) {
    const known = marks.get(position)
    // An identifier and its first part stand at one place: the whole is marked.
    if (wanted.has(position) && (!known || known.end < offset + end)) {
      marks.set(position, { start: offset + start, end: offset + end })
    }
  }
  return joined([...marks.values()])
}

/** Marks that overlap or touch, as pairs of characters do, become one. */
function joined(marks: readonly { start: number; end: number }[]): { start: number; end: number }[] {
  const whole: { start: number; end: number }[] = []
  for (const mark of marks.toSorted((one, other) => one.start - other.start)) {
    const last = whole.at(-1)
    if (last && mark.start <= last.end) last.end = Math.max(last.end, mark.end)
    else whole.push({ ...mark })
  }
  return whole
}

/** The stretch with single spaces for white space, and the marks that lie in it whole. */
function onOneLine(
  text: string,
  from: number,
  to: number,
  marks: readonly { start: number; end: number }[],
): MarkedExcerpt {
  const places: number[] = []
  let line = ''
  for (let at = from; at < to; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 32)
    // The end may lie within a character.
    if (at + character.length > to) break
    const shown = /[\p{Cc}\p{Zl}\p{Zp}\s]/u.test(character) ? ' ' : /\p{Cs}/u.test(character) ? '' : character
    for (let unit = 0; unit < character.length; unit++) places.push(line.length)
    if (shown !== ' ' || (line !== '' && !line.endsWith(' '))) line += shown
    at += character.length
  }
  places.push(line.length)
  const kept = marks.filter(({ start, end }) => start >= from && end <= to)
  const trimmed = line.trimEnd()
  return {
    text: trimmed,
    marks: kept.map(({ start, end }) => ({
      start: places[start - from] ?? 0,
      end: Math.min(places[end - from] ?? 0, trimmed.length),
    })),
  }
}

function moved(marks: MarkedExcerpt['marks'], byEllipsis: boolean): MarkedExcerpt['marks'] {
  const step = byEllipsis ? ellipsis.length : 0
  return marks.map(({ start, end }) => ({ start: start + step, end: end + step }))
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
