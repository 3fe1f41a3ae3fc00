import { analyse, type Token } from './analyse.ts'
import { parseQuery, type Term } from './query.ts'
import { stem } from './stem.ts'

const ellipsis = '…'

/**
 * At most `maxCharacters` of a text around the place where most of the query's words stand together, on one line,
 * without control characters or broken surrogates. It is plain text: whoever shows it as HTML must escape it.
 */
export function excerpt(text: string, query: string, maxCharacters = 200): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (plain.length <= maxCharacters) return plain
  const room = Math.max(0, maxCharacters - 2 * ellipsis.length)
  const start = startOfBest(plain, parseQuery(query).terms, room)
  const from = start === 0 ? 0 : wordStart(plain, start)
  const to = from + room >= plain.length ? plain.length : wordEnd(plain, from, from + room)
  const middle = plain.slice(from, to).toWellFormed().replaceAll('\ufffd', '').trim()
  return (from > 0 ? ellipsis : '') + middle + (to < plain.length ? ellipsis : '')
}

interface Hit {
  term: number
  start: number
  end: number
}

/** Where to begin so that the window holds the most different terms, with a little of what comes before them. */
function startOfBest(text: string, terms: Term[], room: number): number {
  const stems = terms.map((one) => stem(one.text))
  const hits = analyse(text).flatMap((token) => hitsOf(token, terms, stems))
  let best: { first: Hit; found: number } | undefined
  let last = 0
  const inside = new Map<number, number>()
  for (const first of hits) {
    for (let hit = hits[last]; hit && hit.end - first.start <= room; hit = hits[++last]) {
      inside.set(hit.term, (inside.get(hit.term) ?? 0) + 1)
    }
    if (inside.size > (best?.found ?? 0)) best = { first, found: inside.size }
    const left = (inside.get(first.term) ?? 1) - 1
    if (left > 0) inside.set(first.term, left)
    else inside.delete(first.term)
  }
  return best ? Math.max(0, best.first.start - Math.floor(room / 5)) : 0
}

function hitsOf({ text, start, end }: Token, terms: Term[], stems: string[]): Hit[] {
  const stemmed = stem(text)
  const term = terms.findIndex((one, index) => one.text === text || stems[index] === stemmed)
  return term === -1 ? [] : [{ term, start, end }]
}

/** The start of the next word, unless it is far: text without spaces is cut anywhere. */
function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space === -1 || space - at > 20 ? at : space + 1
}

function wordEnd(text: string, from: number, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space <= from || at - space > 20 ? at : space
}
