const camelPieces = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+/gu
const separators = /[^\p{L}\p{M}\p{N}]+/u

/** A part of a text, with its offset. */
export interface Slice {
  text: string
  offset: number
}

/** Returns the parts of an identifier between separators: `out` and `forward` for `out_forward`. */
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
 * Returns the words that are joined in one segment: `graceful` and `Reload` for `gracefulReload`, `graylog` for
 * `graylog2`. Single letters and digits are not words.
 */
export function pieces(segment: string): Slice[] {
  return [...segment.matchAll(camelPieces)]
    .map((match) => ({ text: match[0], offset: match.index }))
    .filter((piece) => piece.text.length > 1)
}
