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

/** Width and height of a picture in pixels; undefined where it is none, or tells none. */
export async function dimensionsOf(
  contentType: string,
  bytes: Buffer,
): Promise<{ width: number; height: number } | undefined> {
  if (!contentType.startsWith('image/')) return undefined
  const { imageSize } = await import('image-size')
  try {
    const { width, height } = imageSize(bytes.subarray(0, readAtMost))
    return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined
  } catch {
    // A damaged picture, or a format the library does not measure: it is kept without dimensions.
    return undefined
  }
}
