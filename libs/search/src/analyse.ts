import { fold, isAscii, normalise } from './fold.ts'
import { nextBeginning, plainWordEnd } from './plain-words.ts'
import { textLimits } from './text-limits.ts'

const camelPieces = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+/gu

const separators = /[^\p{L}\p{M}\p{N}]+/u

/** A part of a text, with its offset. */
interface Slice {
  text: string
  offset: number
}

/** Kinds of tokens: a plain word, a whole identifier, a part of one, or characters of a script without spaces. */
type TokenKind = 'word' | 'identifier' | 'part' | 'gram'

export interface Token {
  /** The folded text: equal for spellings that count as equal. */
  text: string
  kind: TokenKind
  /** The number of the word, from 0 on; an identifier shares the position of its first part. */
  position: number
  /** UTF-16 offsets in the analysed text. */
  start: number
  end: number
  /** True if the token begins a chunk: a text cut here has the same tokens as the rest of the whole text. */
  first: boolean
}

/** A token within its chunk. */
type ChunkToken = Omit<Token, 'first'>

const letter = '\\p{L}\\p{M}\\p{N}\\p{Pc}\\u00ad\\u200c\\u200d'
// Repeats are bounded: an endless run is cut, and no pattern below has to match a long one.
const run = `[${letter}]{1,512}`
// A flag follows a space, a bracket or a quote. Elsewhere a hyphen joins words or is a dash.
const opening = `(?:@|(?<=^|[\\s\`"'(\\[{|,=])-{1,2}(?=[A-Za-z])|\\$(?=[A-Za-z_]))?`
const chunks = new RegExp(
  `${opening}${run}(?:[-./:@]{1,3}${run}){0,32}(?:\\+\\+|#(?![${letter}]))?(?:['’](?:s|t|re|ll|ve|d|m)(?![${letter}]))?`,
  'gu',
)
/** Matches the sign that makes a word a flag or a variable. */
const codeMark = /^(?:--?[A-Za-z]|\$[A-Za-z_])/
const contraction = /['’]\p{L}+$/u
const scripts =
  /(?<gram>[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+)|(?<unspaced>[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+)|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Receives a token; the parameters are the fields of `Token`. */
type TakeToken = (text: string, position: number, start: number, first: boolean, end: number, kind: TokenKind) => void

/**
 * Returns the tokens of a text, in order, for the index and for queries. Words are folded; identifiers yield the whole
 * and its parts; Chinese, Japanese and Korean become overlapping pairs of characters. Accepts any string (lone
 * surrogates, NUL), takes linear time, and reads at most `textLimits.textCharacters` and `textLimits.tokens`, and the
 * first `positions` positions.
 */
export function analyse(text: string, { positions = Number.POSITIVE_INFINITY } = {}): Token[] {
  const tokens: Token[] = []
  const take: TakeToken = (text, position, start, first, end, kind) =>
    tokens.push({ text, kind, position, start, end, first })
  eachToken(text, take, positions)
  return tokens
}

/**
 * Calls `take` for each token of a text, which is cheaper than `analyse` for many tokens: nothing is allocated per
 * token.
 */
export function eachToken(text: string, take: TakeToken, positions = Number.POSITIVE_INFINITY): void {
  const read = text.length > textLimits.textCharacters ? text.slice(0, textLimits.textCharacters) : text
  let left: number = textLimits.tokens
  let position = 0
  let at = nextBeginning(read, 0)
  while (at < read.length && left > 0 && position < positions) {
    let end = plainWordEnd(read, at, textLimits.wordCharacters)
    if (end > 0) {
      take(read.slice(at, end).toLowerCase(), position++, at, true, end, 'word')
      left -= 1
    } else {
      chunks.lastIndex = at
      const chunk = chunks.exec(read)
      if (!chunk) break
      end = chunks.lastIndex
      const tokens = chunkTokens({ text: chunk[0].replace(contraction, ''), offset: chunk.index }, position)
      for (const one of tokens.slice(0, left)) take(one.text, one.position, one.start, one.first, one.end, one.kind)
      left -= tokens.length
      position = (tokens.at(-1)?.position ?? position - 1) + 1
    }
    at = nextBeginning(read, end)
  }
}

/** Returns the tokens of one chunk, the first of them at `position`. */
function chunkTokens(chunk: Slice, position: number): Token[] {
  const tokens: Token[] = []
  const normal = isAscii(chunk.text) ? chunk.text : normalise(chunk.text)
  const moved = normal !== chunk.text
  let first = true
  for (const token of tokensOf(normal)) {
    if (token.text === '') continue
    tokens.push({
      text: token.text,
      kind: token.kind,
      position: position + token.position,
      start: chunk.offset + (moved ? 0 : token.start),
      end: chunk.offset + (moved ? chunk.text.length : token.end),
      first: first && token.position === 0,
    })
    first = false
  }
  return tokens
}

function* tokensOf(chunk: string): Generator<ChunkToken> {
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

function runTokens(run: RegExpExecArray, position: number): Generator<ChunkToken> {
  const slice = { text: run[0], offset: run.index }
  if (run.groups?.gram) return gramTokens(slice, position)
  if (run.groups?.unspaced) return segmentedTokens(slice, position)
  return identifierTokens(slice, position)
}

/** Yields overlapping pairs, and the last character by itself: so a prefix match finds every single character. */
function* gramTokens(run: Slice, position: number): Generator<ChunkToken> {
  const characters = [...run.text]
  let start = run.offset
  for (const [index, character] of characters.entries()) {
    const pair = character + (characters[index + 1] ?? '')
    yield { text: fold(pair), kind: 'gram', position: position + index, start, end: start + pair.length }
    start += character.length
  }
}

function* segmentedTokens(run: Slice, position: number): Generator<ChunkToken> {
  let index = 0
  for (const { segment, index: at } of wordSegmenter.segment(run.text)) {
    yield word({ text: segment, offset: run.offset + at }, 'word', position + index++)
  }
}

function* identifierTokens(run: Slice, position: number): Generator<ChunkToken> {
  const found = segments(run.text)
  const plain = run.text.replace(/^_+|_+$/g, '')
  const marked = run.offset === 0 && codeMark.test(run.text)
  const whole = found.length > 1 || !/[\p{L}\p{M}\p{N}]$/u.test(plain) || plain.startsWith('@') || marked
  if (whole && plain.length <= textLimits.identifierCharacters) {
    yield token(fold(plain), 'identifier', position, { text: run.text, offset: run.offset })
  }
  for (const segment of found) {
    if (whole && segment.text.length === 1 && !marked) continue
    yield* segmentTokens({ text: segment.text, offset: run.offset + segment.offset }, position, whole)
    position += Math.max(1, wordsIn(segment.text).length)
  }
}

function* segmentTokens(segment: Slice, position: number, inside: boolean): Generator<ChunkToken> {
  const inner = wordsIn(segment.text)
  yield word(segment, inside ? 'part' : inner.length > 0 ? 'identifier' : 'word', position)
  for (const [index, piece] of inner.entries()) {
    yield word({ text: piece.text, offset: segment.offset + piece.offset }, 'part', position + index)
  }
}

/** Returns the words inside a segment if it has more than one; a run too long to be a name is not split. */
function wordsIn(segment: string): Slice[] {
  if (
    segment.length > textLimits.wordCharacters ||
    plainWordEnd(segment, 0, textLimits.wordCharacters) === segment.length
  )
    return []
  return pieces(segment).filter((piece) => piece.text.length < segment.length)
}

function word(slice: Slice, kind: TokenKind, position: number): ChunkToken {
  return token(cut(fold(slice.text)), kind, position, slice)
}

function token(text: string, kind: TokenKind, position: number, { offset, text: { length } }: Slice): ChunkToken {
  return { text, kind, position, start: offset, end: offset + length }
}

function cut(text: string): string {
  return text.length <= textLimits.wordCharacters
    ? text
    : text.slice(0, textLimits.wordCharacters).toWellFormed().replace('\ufffd', '')
}

/** Returns the parts of an identifier between separators: `out` and `forward` for `out_forward`. */
function segments(text: string): Slice[] {
  let offset = 0
  return text
    .split(separators)
    .map((segment) => {
      const at = text.indexOf(segment, offset)
      offset = at + segment.length
      return { text: segment, offset: at }
    })
    .filter((segment) => segment.text !== '')
}

/**
 * Returns the words that are joined in one segment: `graceful` and `Reload` for `gracefulReload`, `graylog` for
 * `graylog2`. Single letters and digits are not words.
 */
function pieces(segment: string): Slice[] {
  return [...segment.matchAll(camelPieces)]
    .map((match) => ({ text: match[0], offset: match.index }))
    .filter((piece) => piece.text.length > 1)
}
