/** Thrown for bytes that are not a segment, or one of another version. */
export class SegmentError extends Error {
  override name = 'SegmentError'
}

const magic = 0x31475351
/** Increases with every change of the layout, of the analysis of texts, or of the fields' weights. */
const version = 1

const byteParts = ['names', 'ids', 'kinds', 'languages', 'records', 'words', 'postings', 'positions', 'stems'] as const
const numberParts = [
  /** The number of documents up to the end of each space. */
  'spaceEnds',
  'idEnds',
  'sizes',
  'recordEnds',
  /** The number of words and stems up to the end of each partition: the links, then the words of each language. */
  'partitionWords',
  'partitionStems',
  'wordEnds',
  'letters',
  'postingEnds',
  'positionEnds',
  'stemEnds',
  'stemWords',
] as const

/** The parts of a segment. `…Ends` hold the end of each item, which is the beginning of the next one. */
export type Parts = Record<(typeof byteParts)[number], Uint8Array> & Record<(typeof numberParts)[number], Uint32Array>

const partNames = [...numberParts, ...byteParts]
const headerBytes = 4 * (3 + partNames.length)

/**
 * Encodes the parts one after another, the numbers first; the header holds the length of each in bytes. Returns shared
 * memory, which other threads receive without copying.
 */
export function encodeParts(parts: Parts): Uint8Array {
  const lengths = partNames.map((name) => parts[name].byteLength)
  const total = lengths.reduce((sum, length) => sum + length, headerBytes)
  const bytes = new Uint8Array(new SharedArrayBuffer(total))
  bytes.set(new Uint8Array(Uint32Array.of(magic, version, total, ...lengths).buffer))
  let at = headerBytes
  for (const name of partNames) {
    const part = parts[name]
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += part.byteLength
  }
  return bytes
}

/**
 * Returns views of the parts, over an ArrayBuffer or SharedArrayBuffer. Copies only bytes that do not begin at a
 * multiple of four. Throws a SegmentError if magic, version, lengths or ends are wrong.
 */
export function decodeParts(given: Uint8Array): Parts {
  const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given)
  if (bytes.length < headerBytes) throw new SegmentError('These bytes are too few for a segment.')
  const [found, foundVersion, total, ...lengths] = new Uint32Array(bytes.buffer, bytes.byteOffset, headerBytes / 4)
  if (found !== magic) throw new SegmentError('These bytes are no segment.')
  if (foundVersion !== version) throw new SegmentError(`This segment is of version ${foundVersion}, not ${version}.`)
  const sum = lengths.reduce((all, length) => all + length, headerBytes)
  if (total !== bytes.length || sum !== total) throw new SegmentError('This segment is cut off.')
  let at = bytes.byteOffset + headerBytes
  const next = (length: number) => {
    const start = at
    at += length
    return start
  }
  const lengthOf = (name: (typeof partNames)[number]) => lengths[partNames.indexOf(name)] ?? 0
  const numbers = numberParts.map((name) => {
    const length = lengthOf(name)
    if (length % 4 !== 0) throw new SegmentError('A part of this segment has a wrong length.')
    return [name, new Uint32Array(bytes.buffer, next(length), length / 4)]
  })
  const others = byteParts.map((name) => {
    const length = lengthOf(name)
    return [name, new Uint8Array(bytes.buffer, next(length), length)]
  })
  return checked(Object.fromEntries([...numbers, ...others]))
}

/** Checks that the lengths of the parts agree, and that all items lie within their parts. */
function checked(parts: Parts): Parts {
  const { kinds, languages, sizes, idEnds, recordEnds, wordEnds, letters, postingEnds, stemEnds, stemWords } = parts
  const equal = [
    [kinds.length, languages.length, sizes.length, idEnds.length, recordEnds.length, parts.spaceEnds.at(-1) ?? 0],
    [wordEnds.length, letters.length, postingEnds.length, parts.positionEnds.length, parts.partitionWords.at(-1) ?? 0],
    [stemEnds.length, stemWords.length, parts.partitionStems.at(-1) ?? 0],
    [parts.ids.length, idEnds.at(-1) ?? 0],
    [parts.records.length, recordEnds.at(-1) ?? 0],
    [parts.words.length, wordEnds.at(-1) ?? 0],
    [parts.postings.length, postingEnds.at(-1) ?? 0],
    [parts.positions.length, parts.positionEnds.at(-1) ?? 0],
    [parts.stems.length, stemEnds.at(-1) ?? 0],
    [parts.partitionWords.length, parts.partitionStems.length],
  ]
  for (const numbers of equal) {
    if (numbers.some((number) => number !== numbers[0])) throw new SegmentError('The parts of this segment disagree.')
  }
  const ends = [
    parts.spaceEnds,
    idEnds,
    recordEnds,
    parts.partitionWords,
    parts.partitionStems,
    wordEnds,
    postingEnds,
    parts.positionEnds,
    stemEnds,
  ]
  if (!ends.every(rises)) throw new SegmentError('The parts of this segment overlap.')
  return parts
}

/**
 * True if the ends never decrease, so that every item lies within its part. Takes about a millisecond for 100,000
 * pages.
 */
function rises(ends: Uint32Array): boolean {
  let before = 0
  for (const end of ends) {
    if (end < before) return false
    before = end
  }
  return true
}
