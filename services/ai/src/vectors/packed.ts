const largest = 127

/** A vector as one signed byte for each dimension, a quarter of its size. Cosines stay right to about a thousandth. */
export function packed(vector: Float32Array): Buffer {
  let most = 0
  for (const value of vector) most = Math.max(most, Math.abs(value))
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / most) * largest)).buffer)
}

/** The cosine of the angle between a vector of length 1 and a packed one; undefined where they cannot be compared. */
export function cosine(vector: Float32Array, bytes: Buffer): number | undefined {
  if (bytes.length !== vector.length || bytes.length === 0) return undefined
  const other = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  let [product, length] = [0, 0]
  for (let at = 0; at < other.length; at++) {
    const value = other[at] ?? 0
    product += value * (vector[at] ?? 0)
    length += value * value
  }
  return product / Math.sqrt(length)
}
