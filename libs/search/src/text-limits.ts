/** Bounds on the cost of one text. */
export const textLimits = {
  /** Characters of a text that are read; the rest is not indexed. */
  textCharacters: 1_000_000,
  /** Tokens taken from one text. */
  tokens: 50_000,
  /** Characters of a word; a longer one is cut, so that its beginning is still found. */
  wordCharacters: 64,
  /** Characters of an identifier that is indexed whole; a longer one is found by its parts. */
  identifierCharacters: 128,
  /** Terms of a query; the rest is ignored. */
  queryTerms: 24,
  queryCharacters: 4_096,
} as const
