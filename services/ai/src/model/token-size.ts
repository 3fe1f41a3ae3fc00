/** The least average number of UTF-8 bytes per token, in any language. */
export const bytesPerToken = 3
