import mime from 'mime'

const unknown = 'application/octet-stream'
/** Types of text that mean more to some program: such a file keeps the type of its name. */
const textual = /^(text\/|application\/(json|yaml|toml|xml|javascript|graphql)$|[\w.-]+\/[\w.-]+\+(json|xml|yaml)$)/
/** The part of a file that tells its type, unless it is text: then all of what there is must be. */
export const readAtMost = 1024 * 1024

/**
 * The type of a file by its content, of which `bytes` are all or the beginning; the name decides only between kinds of
 * text.
 */
export async function contentTypeOf(name: string, bytes: Buffer, isWhole = true): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, readAtMost))
  if (found && found.mime !== 'application/xml') return found.mime
  if (!isText(bytes, isWhole)) return unknown
  const named = mime.getType(name) ?? ''
  if (named === 'image/svg+xml' && !/<svg[\s>]/i.test(bytes.toString('utf8', 0, readAtMost))) return 'text/plain'
  return textual.test(named) ? named : 'text/plain'
}

function isText(bytes: Buffer, isWhole: boolean): boolean {
  try {
    // A beginning may end within a character.
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole }).includes('\0')
  } catch {
    // Not UTF-8, so it is no text.
    return false
  }
}
