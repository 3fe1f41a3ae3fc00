import { sortTexts } from './compare.ts'
import { DictionaryWriter, partitions } from './dictionary-writer.ts'
import { DocumentsWriter } from './documents-writer.ts'
import { encodeParts } from './layout.ts'
import { mergeInOrder, type Run } from './merge-in-order.ts'
import { mergeWords } from './merge-words.ts'
import { kinds } from './pages.ts'
import { openSegment, rangeOf, type Segment } from './segment.ts'

interface MergeOptions {
  /** Nothing is older than these segments, so what they say about older ones goes. */
  oldest: boolean
}

const mergedAtOnce = 16

/** What `mergeSegments` makes of the segments with these bytes; for threads, which take data only. */
export const mergeBytes = (segments: readonly Uint8Array[], options: MergeOptions): Uint8Array =>
  mergeSegments(segments.map(openSegment), options)

/**
 * One segment that says what these adjacent ones say, the oldest first: of each page its newest version. The bytes are
 * those of `buildSegment` of these versions. Reads postings as they stand and never a text.
 */
export function mergeSegments(segments: readonly Segment[], { oldest }: MergeOptions): Uint8Array {
  if (segments.length > mergedAtOnce) {
    const half = segments.length >>> 1
    const older = openSegment(mergeSegments(segments.slice(0, half), { oldest }))
    return mergeSegments([older, openSegment(mergeSegments(segments.slice(half), { oldest: false }))], { oldest })
  }
  const documents = new DocumentsWriter()
  const kept = keepDocuments(segments, documents, oldest)
  const dictionary = new DictionaryWriter()
  for (const partition of partitions.keys()) mergeWords(segments, kept, partition, dictionary)
  const cleared = oldest ? [] : sortTexts([...new Set(segments.flatMap((segment) => segment.cleared))])
  return encodeParts({ ...documents.parts(cleared), ...dictionary.parts() })
}

/** Writes the documents that live on; for each segment the new number of each of its documents plus one, or 0. */
function keepDocuments(segments: readonly Segment[], documents: DocumentsWriter, oldest: boolean): Uint32Array[] {
  const kept = segments.map((segment) => new Uint32Array(segment.documents))
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
      if (!segment || (oldest && segment.parts.kinds[document] === kinds.gone)) return
      copyDocument(segment, document, documents)
      const numbers = kept[index]
      if (numbers) numbers[document] = documents.count
    })
    if (documents.count > before) documents.endSpace(name)
  }
  return kept
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
