/** Bytes of UTF-8 that a token has at least on average, in any language. */
export const bytesOfToken = 3
