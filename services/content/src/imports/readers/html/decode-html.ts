import { isUtf8 } from 'node:buffer'
import { DocumentError } from '@quire/document'
import sniff from 'html-encoding-sniffer'

/**
 * Decodes a page by its byte order mark, else the server's charset, else its own declaration, else as UTF-8 if it is
 * valid UTF-8, else as windows-1252. Invalid bytes become U+FFFD, as in a browser.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const [, declared] = /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(contentType) ?? []
  const encoding = sniff(bytes, {
    ...(declared !== undefined && { transportLayerEncodingLabel: declared }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  try {
    return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '')
  } catch {
    throw new DocumentError('unsupported-node', `The page is in ${encoding}, which is not read`)
  }
}
