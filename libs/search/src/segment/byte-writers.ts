/** A growing array of bytes. */
export class ByteWriter {
  private bytes = new Uint8Array(1024)
  length = 0

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  /** Writes a number from 0 to 2^32 - 1 in one to five bytes, the low ones first. */
  varint(value: number): void {
    this.reserve(5)
    let rest = value
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  append(source: Uint8Array, from = 0, to = source.length): void {
    this.reserve(to - from)
    // For a few bytes, a loop is faster than a view.
    if (to - from < 32) for (let at = from; at < to; at++) this.bytes[this.length++] = source[at] ?? 0
    else {
      this.bytes.set(source.subarray(from, to), this.length)
      this.length += to - from
    }
  }

  /** Writes the length of a text in bytes, then the text. */
  text(text: string): void {
    const bytes = Buffer.from(text)
    this.varint(bytes.length)
    this.append(bytes)
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count))
    larger.set(this.written())
    this.bytes = larger
  }
}

/** A growing array of numbers up to 2^32 - 1. */
export class NumberWriter {
  private numbers = new Uint32Array(256)
  length = 0

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(this.numbers.length * 2)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers[this.length++] = value
  }

  written(): Uint32Array {
    return this.numbers.subarray(0, this.length)
  }
}
