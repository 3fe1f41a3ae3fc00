// The package says nothing of its types.
declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    /** What the server says. */
    transportLayerEncodingLabel?: string
    /** Where nothing says anything. */
    defaultEncoding?: string
  }
  /** The name of the encoding of a page. */
  export default function sniff(bytes: Uint8Array, options?: SniffOptions): string
}
