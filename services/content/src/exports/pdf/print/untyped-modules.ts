// The package has no types.
declare module 'fontverter' {
  /** Converts a font to a format; the buffer itself if it has the format. Rejects if it is no font. */
  export function convert(font: Buffer, to: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>
}
