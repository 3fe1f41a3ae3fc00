/** Returns a Buffer over the same memory, from which texts can be read. */
export const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length)

/** Reads numbers and texts from bytes. Reads past the end return zeros. */
export class ByteReader {
  private readonly bytes: Buffer
  at: number
  private readonly end: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = Math.min(end, bytes.length)
  }

  get done(): boolean {
    return this.at >= this.end
  }

  varint(): number {
    let value = 0
    for (let shift = 0; this.at < this.end; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) break
    }
    return value >>> 0
  }

  text(): string {
    const end = Math.min(this.varint() + this.at, this.end)
    const text = this.bytes.toString('utf8', this.at, end)
    this.at = end
    return text
  }
}
