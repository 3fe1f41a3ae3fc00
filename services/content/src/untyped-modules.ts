// These packages have no types.
declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    /** The charset from the server's Content-Type. */
    transportLayerEncodingLabel?: string
    /** The encoding if nothing declares one. */
    defaultEncoding?: string
  }
  /** Returns the name of the encoding of a page. */
  export default function sniff(bytes: Uint8Array, options?: SniffOptions): string
}

declare module 'fontverter' {
  /** Converts a font to a format; the buffer itself if it has the format. Rejects if it is no font. */
  export function convert(font: Buffer, to: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>
}
