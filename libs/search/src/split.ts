const camelPieces = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+/gu
const separators = /[^\p{L}\p{M}\p{N}]+/u

/** A stretch of a text, with its offset in it. */
export interface Slice {
  text: string
  offset: number
}

/** The pieces of an identifier between its separators: `out_forward` is `out` and `forward`. */
export function segments(text: string): Slice[] {
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
 * The words written together in one segment: `gracefulReload` is `graceful` and `Reload`, `graylog2` is `graylog`.
 * Single letters and digits are no words of their own.
 */
export function pieces(segment: string): Slice[] {
  return [...segment.matchAll(camelPieces)]
    .map((match) => ({ text: match[0], offset: match.index }))
    .filter((piece) => piece.text.length > 1)
}
