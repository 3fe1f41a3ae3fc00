import type { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writers.ts'

/**
 * Token counts of a page's fields, in order: title, path, description, each section's title and text, then the rest.
 */
interface FieldCounts {
  counts: readonly number[]
}

/** Anchors about every sixteenth token of a section's text: the number of the token, and its offset in UTF-16 units. */
export type Anchors = readonly { token: number; offset: number }[]

interface PageRecord extends FieldCounts {
  title: string
  document: string
  /** The anchors of each section. */
  anchors: readonly Anchors[]
}

/** Distance from the end of a field to the beginning of the next, so that words of two fields are never adjacent. */
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

/** Reads the field counts of a record; leaves `reader` at the title. */
export function readCounts(reader: ByteReader): number[] {
  const counts: number[] = []
  const length = reader.varint()
  while (counts.length < length && !reader.done) counts.push(reader.varint())
  return counts
}

export function readTitle(reader: ByteReader): { title: string; document: string } {
  return { title: reader.text(), document: reader.text() }
}

/** Reads the anchors of the sections; `reader` has to be after title and document. */
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

/** Returns the first position of each field, and after the last one the position at which another would begin. */
export function fieldStarts(counts: readonly number[]): number[] {
  const starts = [1]
  let start = 1
  for (const count of counts) {
    if (count > 0) start += count - 1 + fieldGap
    starts.push(start)
  }
  return starts
}
