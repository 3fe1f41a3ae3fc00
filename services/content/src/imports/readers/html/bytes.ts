import { isUtf8 } from 'node:buffer'
import { DocumentError } from '@quire/document'
import sniff from 'html-encoding-sniffer'

/**
 * The text of a page: by its byte order mark, else by what the server says, else by what it says itself, else UTF-8
 * where it is that. Bytes that mean nothing become U+FFFD, as in a browser.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const [, said] = /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(contentType) ?? []
  const encoding = sniff(bytes, {
    ...(said !== undefined && { transportLayerEncodingLabel: said }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  try {
    return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '')
  } catch {
    throw new DocumentError('unsupported-node', `The page is in ${encoding}, which is not read`)
  }
}
