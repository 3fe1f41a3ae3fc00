import { sortTexts } from './compare.ts'
import { DictionaryWriter, partitions } from './dictionary-writer.ts'
import { DocumentsWriter } from './documents-writer.ts'
import { mergeInOrder, type Run } from './merge-in-order.ts'
import { mergeWords } from './merge-words.ts'
import { kinds } from './page-version.ts'
import { openSegment, rangeOf, type Segment } from './segment.ts'
import { encodeParts } from './segment-layout.ts'

interface MergeOptions {
  /** True if no segment is older than these: deletions and clearings, which affect only older segments, are dropped. */
  oldest: boolean
}

const maxMergedAtOnce = 16

/** Merges segments given as bytes, for threads, which receive only data. */
export const mergeBytes = (segments: readonly Uint8Array[], options: MergeOptions): Uint8Array =>
  mergeSegments(segments.map(openSegment), options)

/**
 * Merges adjacent segments, the oldest first, into one with the newest version of each page. The bytes equal those that
 * `buildSegment` returns for these versions. Copies postings, and reads no text.
 */
export function mergeSegments(segments: readonly Segment[], { oldest }: MergeOptions): Uint8Array {
  if (segments.length > maxMergedAtOnce) {
    const half = segments.length >>> 1
    const older = openSegment(mergeSegments(segments.slice(0, half), { oldest }))
    return mergeSegments([older, openSegment(mergeSegments(segments.slice(half), { oldest: false }))], { oldest })
  }
  const documents = new DocumentsWriter()
  const newNumbers = copyDocuments(segments, documents, oldest)
  const dictionary = new DictionaryWriter()
  for (const partition of partitions.keys()) mergeWords(segments, newNumbers, partition, dictionary)
  const cleared = oldest ? [] : sortTexts([...new Set(segments.flatMap((segment) => segment.cleared))])
  return encodeParts({ ...documents.parts(cleared), ...dictionary.parts() })
}

/** Copies the live documents. Returns for each segment the new number of each of its documents plus one, or 0. */
function copyDocuments(segments: readonly Segment[], documents: DocumentsWriter, oldest: boolean): Uint32Array[] {
  const newNumbers = segments.map((segment) => new Uint32Array(segment.documents))
  const names = sortTexts([...new Set(segments.flatMap((segment) => [...segment.spaces.keys()]))])
  for (const name of names) {
    const before = documents.count
    const clearedBy = segments.findLastIndex(({ cleared }) => cleared.includes(name))
    const runs = segments.map((segment, index): Run => {
      const range = index < clearedBy ? { from: 0, to: 0 } : segment.documentsOf(name)
      return { bytes: segment.parts.ids, ends: segment.parts.idEnds, ...range }
    })
    mergeInOrder(runs, (holders) => {
      const index = holders.at(-1) ?? 0
      const document = runs[index]?.from ?? 0
      const segment = segments[index]
      if (!segment || (oldest && segment.parts.kinds[document] === kinds.deleted)) return
      copyDocument(segment, document, documents)
      const numbers = newNumbers[index]
      if (numbers) numbers[document] = documents.count
    })
    if (documents.count > before) documents.endSpace(name)
  }
  return newNumbers
}

function copyDocument({ parts }: Segment, document: number, documents: DocumentsWriter): void {
  const id = rangeOf(parts.idEnds, document)
  const record = rangeOf(parts.recordEnds, document)
  documents.add(
    parts.ids.subarray(id.from, id.to),
    parts.kinds[document] ?? 0,
    parts.languages[document] ?? 0,
    parts.sizes[document] ?? 0,
    parts.records.subarray(record.from, record.to),
  )
}
