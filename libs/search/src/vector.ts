import { analyse, type Token } from './analyse.ts'
import { inHeadings, inTitle, misspelt, omissions, stemOf } from './lexemes.ts'
import { limits } from './limits.ts'
import { stem } from './stem.ts'

export type Weight = 'A' | 'B' | 'C' | 'D'

/** The searched parts of a page or section, each with its own weight; headings include the words of the path. */
export interface Fields {
  title: string
  headings?: readonly string[]
  description?: string
  body?: string
}

/** One lexeme of an indexed text; `weights[n]` is the field of `positions[n]`. */
export interface Posting {
  positions: number[]
  weights: Weight[]
}

/** The lexemes of one text, and how many words it and its title have: what ranking needs. */
export interface Postings {
  lexemes: Map<string, Posting>
  size: number
  titleSize: number
}

// Words of two fields never stand next to each other.
const fieldGap = 16

/**
 * The lexemes of weighted fields with positions that count across fields, within `limits`. What does not fit any more
 * (the end of a very long body, then spellings) is left out; it never fails.
 */
export function postings(fields: Fields, { spellings = true } = {}): Postings {
  const index = new Index()
  index.addField(fields.title, 'A')
  const titleSize = index.size
  for (const heading of fields.headings ?? []) index.addField(heading, 'B')
  index.addField(fields.description ?? '', 'C')
  index.addField(fields.body ?? '', 'D')
  if (spellings) index.addSpellings()
  return { lexemes: index.lexemes, size: index.size, titleSize }
}

class Index {
  readonly lexemes = new Map<string, Posting>()
  size = 0
  private next = 1
  private bytes = 0

  addField(text: string, weight: Weight): void {
    const tokens = analyse(text)
    for (const token of tokens) this.addToken(token, weight)
    const last = tokens.at(-1)
    if (!last) return
    this.size += last.position + 1
    this.next += last.position + fieldGap
  }

  private addToken({ text, position }: Token, weight: Weight): void {
    const at = Math.min(this.next + position, limits.lexemePosition)
    this.add(text, at, weight)
    if (stem(text) !== text) this.add(stemOf(text), at, weight)
    if (weight === 'A') this.mark(inTitle(text))
    if (weight === 'B') this.mark(inHeadings(text))
  }

  private add(lexeme: string, position: number, weight: Weight): void {
    const posting = this.mark(lexeme)
    if (!posting || posting.positions.length >= limits.positionsPerLexeme || posting.positions.at(-1) === position)
      return
    if (!this.reserve(2)) return
    posting.positions.push(position)
    posting.weights.push(weight)
  }

  private mark(lexeme: string): Posting | undefined {
    const known = this.lexemes.get(lexeme)
    // For a lexeme PostgreSQL needs an entry, the bytes, and the count and alignment of the positions.
    if (known || !this.reserve(Buffer.byteLength(lexeme) + 8)) return known
    const posting: Posting = { positions: [], weights: [] }
    this.lexemes.set(lexeme, posting)
    return posting
  }

  private reserve(bytes: number): boolean {
    if (this.bytes + bytes > limits.vectorBytes) return false
    this.bytes += bytes
    return true
  }

  /** Titles and headings are found with one letter wrong, missing, doubled or swapped. */
  addSpellings(): void {
    for (const [word, { positions, weights }] of [...this.lexemes]) {
      const [position] = positions
      const [weight] = weights
      if (position === undefined || (weight !== 'A' && weight !== 'B') || word.startsWith('~')) continue
      for (const omission of omissions(word)) this.add(misspelt(omission), position, weight)
    }
  }
}

/**
 * The text form of a `tsvector`: bind it and cast it, `${vector(fields)}::tsvector`. Valid for any input: quoted,
 * without NUL or lone surrogates, and within PostgreSQL's limits (see `limits`).
 */
export function vector(fields: Fields): string {
  return [...postings(fields).lexemes].map(([lexeme, posting]) => literal(lexeme, posting)).join(' ')
}

function literal(lexeme: string, { positions, weights }: Posting): string {
  const places = positions.map((position, index) => `${position}${weights[index]}`).join(',')
  return places ? `${quote(lexeme)}:${places}` : quote(lexeme)
}

/** A lexeme as `tsvector` and `tsquery` read it. */
export function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
