/**
 * Returns bytes, or a text as UTF-8, in memory of their own. Node makes small buffers, and all that zlib returns, as parts of
 * larger ones. One part keeps all of such a buffer, so a cache that counts its parts could take a hundred times its bound; and
 * a library that reads past the end of a part reads what others have there.
 */
export function ownBytes(bytes: Buffer | string): Buffer {
  if (typeof bytes === 'string') {
    const own = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes))
    own.write(bytes)
    return own
  }
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
