/**
 * Returns bytes, or a text as UTF-8, in memory of their own, for caches. Node makes small buffers, and all that zlib returns,
 * as parts of larger ones, and one part keeps all of such a buffer: a cache that counts its parts could take a hundred times its bound.
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
