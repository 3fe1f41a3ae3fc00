/** Returns the sign of an emoji, which the interface names by its code points in hexadecimal, such as `1f4d8`. */
export function emojiOf(code: string): string {
  const points = code.split('-').map((one) => Number.parseInt(one, 16))
  const isCode = /^[\da-f]{2,6}(?:-[\da-f]{2,6})*$/i.test(code) && points.every((point) => point <= 0x10_ff_ff)
  return isCode ? String.fromCodePoint(...points) : code
}

/** Returns the code of a sign, as the interface names it; null for no sign. */
export const emojiCode = (sign: string): string | null =>
  [...sign.trim()].map((point) => point.codePointAt(0)?.toString(16)).join('-') || null
