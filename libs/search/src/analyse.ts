import { fold, isAscii, normalise } from './fold.ts'
import { limits } from './limits.ts'
import { pieces, type Slice, segments } from './split.ts'

/** What a token is: a plain word, an identifier kept whole, a part of one, or characters of an unspaced script. */
type TokenKind = 'word' | 'identifier' | 'part' | 'gram'

export interface Token {
  /** Folded: equal for spellings that count as equal. */
  text: string
  kind: TokenKind
  /** Counts words from 0; an identifier shares the position of its first part. */
  position: number
  /** UTF-16 offsets in the analysed text. */
  start: number
  end: number
}

const letter = '\\p{L}\\p{M}\\p{N}\\p{Pc}\\u00ad\\u200c\\u200d'
// Bounded repeats: a run without an end is cut, and no pattern below meets a long one.
const run = `[${letter}]{1,512}`
const chunks = new RegExp(
  `@?${run}(?:[-./:@]{1,3}${run}){0,32}(?:\\+\\+|#(?![${letter}]))?(?:['’](?:s|t|re|ll|ve|d|m)(?![${letter}]))?`,
  'gu',
)
const contraction = /['’]\p{L}+$/u
const scripts =
  /(?<gram>[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+)|(?<unspaced>[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+)|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * The tokens of a text, in order, for the index and for queries alike. Words are folded; identifiers are kept whole
 * and split; Chinese, Japanese and Korean become overlapping pairs of characters. Takes any string (lone surrogates,
 * NUL) in linear time and reads at most `limits.textCharacters` and `limits.tokens` of it.
 */
export function analyse(text: string): Token[] {
  const tokens: Token[] = []
  for (const chunk of text.slice(0, limits.textCharacters).matchAll(chunks)) {
    if (tokens.length >= limits.tokens) break
    addChunk(tokens, { text: chunk[0].replace(contraction, ''), offset: chunk.index })
  }
  return tokens.slice(0, limits.tokens)
}

function addChunk(tokens: Token[], chunk: Slice): void {
  const normal = isAscii(chunk.text) ? chunk.text : normalise(chunk.text)
  const added = [...tokensOf(normal)].filter((token) => token.text !== '')
  const first = nextPosition(tokens)
  const moved = normal !== chunk.text
  for (const token of added) {
    tokens.push({
      ...token,
      position: first + token.position,
      start: chunk.offset + (moved ? 0 : token.start),
      end: chunk.offset + (moved ? chunk.text.length : token.end),
    })
  }
}

function nextPosition(tokens: Token[]): number {
  const last = tokens.at(-1)
  return last ? last.position + 1 : 0
}

function* tokensOf(chunk: string): Generator<Token> {
  if (isAscii(chunk)) return yield* identifierTokens({ text: chunk, offset: 0 }, 0)
  let position = 0
  for (const run of chunk.matchAll(scripts)) {
    for (const token of runTokens(run, position)) {
      yield token
      position = token.position
    }
    position += 1
  }
}

function runTokens(run: RegExpExecArray, position: number): Generator<Token> {
  const slice = { text: run[0], offset: run.index }
  if (run.groups?.gram) return gramTokens(slice, position)
  if (run.groups?.unspaced) return segmentedTokens(slice, position)
  return identifierTokens(slice, position)
}

/** Overlapping pairs, and the last character by itself: with a prefix match every single character is then found. */
function* gramTokens(run: Slice, position: number): Generator<Token> {
  const characters = [...run.text]
  let start = run.offset
  for (const [index, character] of characters.entries()) {
    const pair = character + (characters[index + 1] ?? '')
    yield { text: fold(pair), kind: 'gram', position: position + index, start, end: start + pair.length }
    start += character.length
  }
}

function* segmentedTokens(run: Slice, position: number): Generator<Token> {
  let index = 0
  for (const { segment, index: at } of wordSegmenter.segment(run.text)) {
    yield word({ text: segment, offset: run.offset + at }, 'word', position + index++)
  }
}

function* identifierTokens(run: Slice, position: number): Generator<Token> {
  const found = segments(run.text)
  const plain = run.text.replace(/^_+|_+$/g, '')
  const whole = found.length > 1 || !/[\p{L}\p{M}\p{N}]$/u.test(plain) || plain.startsWith('@')
  if (whole && plain.length <= limits.identifierCharacters) {
    yield token(fold(plain), 'identifier', position, { text: run.text, offset: run.offset })
  }
  for (const segment of found) {
    if (whole && segment.text.length === 1) continue
    yield* segmentTokens({ text: segment.text, offset: run.offset + segment.offset }, position, whole)
    position += Math.max(1, wordsIn(segment.text).length)
  }
}

function* segmentTokens(segment: Slice, position: number, inside: boolean): Generator<Token> {
  const inner = wordsIn(segment.text)
  yield word(segment, inside ? 'part' : inner.length > 0 ? 'identifier' : 'word', position)
  for (const [index, piece] of inner.entries()) {
    yield word({ text: piece.text, offset: segment.offset + piece.offset }, 'part', position + index)
  }
}

/** The words inside a segment where it is more than one word; a run too long to be a name is left in one piece. */
function wordsIn(segment: string): Slice[] {
  if (segment.length > limits.wordCharacters) return []
  return pieces(segment).filter((piece) => piece.text.length < segment.length)
}

function word(slice: Slice, kind: TokenKind, position: number): Token {
  return token(cut(fold(slice.text)), kind, position, slice)
}

function token(text: string, kind: TokenKind, position: number, { offset, text: { length } }: Slice): Token {
  return { text, kind, position, start: offset, end: offset + length }
}

function cut(text: string): string {
  return text.length <= limits.wordCharacters
    ? text
    : text.slice(0, limits.wordCharacters).toWellFormed().replace('\ufffd', '')
}
