import { partitions } from '../segment/dictionary-writer.ts'
import { PostingReader } from '../segment/postings.ts'
import { rangeOf } from '../segment/segment.ts'
import type { View, ViewSegment } from './view.ts'

export interface LinkingPage {
  limit: number
  /** The last id of the previous result. */
  after?: string | undefined
}

/**
 * Returns the ids of the live pages of a space that link to `target`, also unlisted ones, in the order of their UTF-8:
 * the first `limit` after `after`.
 */
export function linking(view: View, space: string, target: string, { limit, after }: LinkingPage): string[] {
  const wanted = Buffer.from(target)
  const behind = after === undefined ? undefined : Buffer.from(after)
  const found = view.segments.flatMap((one) => linkingIn(one, space, wanted, behind, limit))
  found.sort(Buffer.compare)
  return found.slice(0, limit).map((id) => id.toString())
}

function linkingIn(
  { segment, live }: ViewSegment,
  space: string,
  target: Buffer,
  after: Buffer | undefined,
  limit: number,
): Buffer[] {
  const range = segment.documentsOf(space)
  const word = segment.findWord(partitions.indexOf('links'), target)
  if (word < 0 || range.from === range.to) return []
  const { ids } = segment.parts
  const reader = new PostingReader(segment, word)
  const first = after ? segment.findDocumentFrom(range, after) : { document: range.from, same: false }
  const found: Buffer[] = []
  while (found.length < limit && reader.next() && reader.document < range.to) {
    if (reader.document < first.document + (first.same ? 1 : 0) || !live[reader.document]) continue
    const id = rangeOf(segment.parts.idEnds, reader.document)
    found.push(Buffer.from(ids.buffer, ids.byteOffset + id.from, id.to - id.from))
  }
  return found
}
