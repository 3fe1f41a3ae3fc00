import mime from 'mime'

const unknown = 'application/octet-stream'
/** Text formats with a meaning of their own: for such a file the type of its name is used. */
const textual = /^(text\/|application\/(json|yaml|toml|xml|javascript|graphql)$|[\w.-]+\/[\w.-]+\+(json|xml|yaml)$)/
/** Length of the beginning of a file that determines its type; a text must be text in all of the given bytes. */
export const maxSniffedBytes = 1024 * 1024

/**
 * Detects the type of a file by its content. `bytes` holds all of the content or its beginning. The name decides only
 * between formats of text.
 */
export async function contentTypeOf(name: string, bytes: Buffer, isWhole = true): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, maxSniffedBytes))
  if (found && found.mime !== 'application/xml') return found.mime
  if (!isText(bytes, isWhole)) return unknown
  const named = mime.getType(name) ?? ''
  if (named === 'image/svg+xml' && !/<svg[\s>]/i.test(bytes.toString('utf8', 0, maxSniffedBytes))) return 'text/plain'
  return textual.test(named) ? named : 'text/plain'
}

function isText(bytes: Buffer, isWhole: boolean): boolean {
  try {
    // A beginning may end within a character.
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole }).includes('\0')
  } catch {
    // The bytes are not UTF-8, so they are no text.
    return false
  }
}
