/** Values of the format, as far as a database of addresses has them. */
type Value = string | number | { double: number } | Value[] | { [name: string]: Value }

const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
const [textType, doubleType, uint16Type, uint32Type, mapType] = [2, 3, 5, 6, 7]
/** Types above 7 follow in a byte of their own, less 7. */
const arrayType = [0, 11 - 7]

/** Writes a database that knows one network (`first` and the number of its `bits`), and nothing else. */
export function mmdbOf(first: string, bits: number, record: Value): Buffer {
  const bitAt = bitsOf(first)
  const tree = Buffer.alloc(bits * 6)
  for (let depth = 0; depth < bits; depth += 1) {
    const bit = bitAt(depth)
    // The separator of 16 bytes lies between the tree and the data.
    const next = depth + 1 < bits ? depth + 1 : bits + 16
    tree.writeUIntBE(bit === 0 ? next : bits, depth * 6, 3)
    tree.writeUIntBE(bit === 1 ? next : bits, depth * 6 + 3, 3)
  }
  const metadata: Value = {
    ...{
      node_count: bits,
      record_size: 24,
      ip_version: first.includes(':') ? 6 : 4,
      database_type: 'Test',
      languages: [],
      description: {},
    },
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1 },
  }
  return Buffer.concat([tree, Buffer.alloc(16), encoded(record), marker, encoded(metadata)])
}

/** Returns the function that reads the bits of an address; one of IPv6 ends with `::`. */
function bitsOf(address: string): (depth: number) => number {
  const [parts, size] = address.includes(':')
    ? [
        address
          .replace('::', '')
          .split(':')
          .map((part) => Number.parseInt(part, 16)),
        16,
      ]
    : [address.split('.').map(Number), 8]
  return (depth) => Math.floor((parts[Math.floor(depth / size)] ?? 0) / 2 ** (size - 1 - (depth % size))) % 2
}

const control = (type: number, size: number) => Buffer.from([type * 32 + size])

/** No value is longer than 28: longer ones would have their size in further bytes. */
function encoded(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(textType, value.length), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(value < 65_536 ? 2 : 4)
    bytes.writeUIntBE(value, 0, bytes.length)
    return Buffer.concat([control(bytes.length === 2 ? uint16Type : uint32Type, bytes.length), bytes])
  }
  if (Array.isArray(value))
    return Buffer.concat([
      Buffer.from([(arrayType[0] ?? 0) * 32 + value.length, arrayType[1] ?? 0]),
      ...value.map(encoded),
    ])
  if ('double' in value) {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(Number(value.double))
    return Buffer.concat([control(doubleType, 8), bytes])
  }
  const entries = Object.entries(value)
  return Buffer.concat([control(mapType, entries.length), ...entries.flatMap((entry) => entry.map(encoded))])
}
