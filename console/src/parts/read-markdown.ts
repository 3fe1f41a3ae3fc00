import { lexer, type Token } from 'marked'

/**
 * Longer texts are shown as they are: the parser takes the square of the length of some, and whoever opens a discussion
 * waits for all of its comments.
 */
const maxLength = 10_000
/** Levels of quotes, lists and emphasis. The parser, and browsers, call themselves for each. */
const maxDepth = 30

/** Reads the markdown of a comment; undefined for a text that costs its readers too much, which is shown as it is. */
export function readMarkdown(text: string): Token[] | undefined {
  if (text.length > maxLength) return undefined
  const tokens = parsed(text)
  return tokens && isShallow(tokens, maxDepth) ? tokens : undefined
}

/** Returns the tokens of a text; undefined if it is nested more deeply than the parser can follow. */
function parsed(text: string): Token[] | undefined {
  try {
    return lexer(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const isShallow = (tokens: readonly Token[], levels: number): boolean =>
  levels > 0 && tokens.every((token) => isShallow(inside(token), levels - 1))

const inside = (token: Token): readonly Token[] =>
  token.type === 'list' ? token.items : 'tokens' in token ? (token.tokens ?? []) : []
