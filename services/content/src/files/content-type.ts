import mime from 'mime'

const unknown = 'application/octet-stream'
/** Types of text that mean more to some program: such a file keeps the type of its name. */
const textual = /^(text\/|application\/(json|yaml|toml|xml|javascript|graphql)$|[\w.-]+\/[\w.-]+\+(json|xml|yaml)$)/
const utf8 = new TextDecoder('utf-8', { fatal: true })
const readAtMost = 1024 * 1024

/** The type of a file by its content; the name decides only between kinds of text. */
export async function contentTypeOf(name: string, bytes: Buffer): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes.subarray(0, readAtMost))
  if (found && found.mime !== 'application/xml') return found.mime
  if (!isText(bytes)) return unknown
  const named = mime.getType(name) ?? ''
  if (named === 'image/svg+xml' && !/<svg[\s>]/i.test(bytes.toString('utf8', 0, readAtMost))) return 'text/plain'
  return textual.test(named) ? named : 'text/plain'
}

function isText(bytes: Buffer): boolean {
  try {
    return !utf8.decode(bytes).includes('\0')
  } catch {
    // Not UTF-8, so it is no text.
    return false
  }
}
