import type { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './writers.ts'

/** Tokens of a page's fields in order: title, path, description, each section's title and text, then the rest. */
interface FieldCounts {
  counts: readonly number[]
}

/** Where in a section's text every sixteenth token or so begins: token and character, each as steps. */
export type Anchors = readonly { token: number; offset: number }[]

interface PageRecord extends FieldCounts {
  title: string
  document: string
  /** For each section. */
  anchors: readonly Anchors[]
}

/** Tokens from the end of a field to the beginning of the next, so that words of two fields never stand together. */
export const fieldGap = 16
export const fieldsBeforeSections = 3

export function writeRecord(record: PageRecord): Uint8Array {
  const bytes = new ByteWriter()
  bytes.varint(record.counts.length)
  for (const count of record.counts) bytes.varint(count)
  bytes.text(record.title)
  bytes.text(record.document)
  for (const anchors of record.anchors) {
    bytes.varint(anchors.length)
    let before = { token: 0, offset: 0 }
    for (const anchor of anchors) {
      bytes.varint(anchor.token - before.token)
      bytes.varint(anchor.offset - before.offset)
      before = anchor
    }
  }
  return bytes.written()
}

/** The field counts of a record; `reader` then stands at the title. */
export function readCounts(reader: ByteReader): number[] {
  const counts: number[] = []
  const length = reader.varint()
  while (counts.length < length && !reader.done) counts.push(reader.varint())
  return counts
}

export function readTitle(reader: ByteReader): { title: string; document: string } {
  return { title: reader.text(), document: reader.text() }
}

/** The anchors of the sections; `reader` stands behind title and document. */
export function readAnchors(reader: ByteReader): Anchors[] {
  const sections: Anchors[] = []
  while (!reader.done) {
    const anchors: { token: number; offset: number }[] = []
    let [token, offset] = [0, 0]
    for (let left = reader.varint(); left > 0 && !reader.done; left--) {
      token += reader.varint()
      offset += reader.varint()
      anchors.push({ token, offset })
    }
    sections.push(anchors)
  }
  return sections
}

/** Where each field begins in the page's count of positions, and behind the last one where the next would. */
export function fieldStarts(counts: readonly number[]): number[] {
  const starts = [1]
  let start = 1
  for (const count of counts) {
    if (count > 0) start += count - 1 + fieldGap
    starts.push(start)
  }
  return starts
}
