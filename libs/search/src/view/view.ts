import { kinds } from '../segment/pages.ts'
import type { Range, Segment } from '../segment/segment.ts'

/** A segment in a view, and which of its documents live. */
export interface PlacedSegment {
  readonly segment: Segment
  /**
   * For each document the number of its space, `listed` or `unlisted`, or 0 where a newer segment has another version
   * of the page. One look at it thus tells whether a document lives and whether it may be read. It is shared memory.
   */
  readonly live: Uint32Array
  /** Documents in the segments before. */
  readonly base: number
}

/**
 * An ordered list of segments, the oldest first, and what of them lives. It never changes: a view with more segments is
 * another one, which shares what is equal.
 */
export interface View {
  readonly segments: readonly PlacedSegment[]
  readonly documents: number
  /** The number of each space, from 1 on. */
  readonly spaces: ReadonlyMap<string, number>
  /** By the number of the space: its live listed pages, and the sum of their sizes. */
  readonly totals: Float64Array
}

export const emptyView: View = { segments: [], documents: 0, spaces: new Map(), totals: new Float64Array(2) }

export const listed = (space: number) => space * 2
const unlisted = (space: number) => space * 2 + 1

/** How many words its segments hold of a partition, each word once for each segment. */
export function wordsIn({ segments }: View, partition: number): number {
  let words = 0
  for (const { segment } of segments) {
    const { from, to } = segment.wordsOf(partition)
    words += to - from
  }
  return words
}

/** The view with one more segment, the newest. Takes time in the documents of that segment, not in those of the view. */
export function extendView(view: View, segment: Segment): View {
  const spaces = numbered(view.spaces, segment)
  const totals = new Float64Array(2 * (spaces.size + 1))
  totals.set(view.totals)
  const older = killOlder(view.segments, segment, totals)
  const live = sharedNumbers(segment.documents)
  for (const [name, range] of segment.spaces) enliven(segment, range, spaces.get(name) ?? 0, live, totals)
  return {
    segments: placed([...older, { segment, live }]),
    documents: view.documents + segment.documents,
    spaces,
    totals,
  }
}

function enliven(
  { parts }: Segment,
  { from, to }: Range,
  space: number,
  live: Uint32Array,
  totals: Float64Array,
): void {
  for (let document = from; document < to; document++) {
    const kind = parts.kinds[document]
    if (kind === kinds.unlisted) live[document] = unlisted(space)
    if (kind !== kinds.listed) continue
    live[document] = listed(space)
    count(totals, listed(space), 1, parts.sizes[document] ?? 0)
  }
}

function numbered(before: View['spaces'], segment: Segment): View['spaces'] {
  const added = [...segment.spaces.keys()].filter((name) => !before.has(name))
  if (added.length === 0) return before
  return new Map([...before, ...added.map((name, index) => [name, before.size + index + 1] as const)])
}

/** The older segments without the pages of which the new one has a version, or that it cleared. */
function killOlder(older: readonly PlacedSegment[], newer: Segment, totals: Float64Array): Living[] {
  return older.map(({ segment, live }) => {
    const dying = new DyingDocuments(segment, live, totals)
    for (const space of newer.cleared) {
      const { from, to } = segment.documentsOf(space)
      for (let document = from; document < to; document++) dying.add(document)
    }
    for (const [space, range] of newer.spaces) {
      const others = segment.documentsOf(space)
      eachCommon(newer, range, segment, others, (_, document) => dying.add(document))
    }
    return { segment, live: dying.live }
  })
}

interface Living {
  segment: Segment
  live: Uint32Array
}

/** Copies what lives when the first document dies, since older views share it. */
class DyingDocuments {
  live: Uint32Array
  private copied = false
  private readonly segment: Segment
  private readonly totals: Float64Array

  constructor(segment: Segment, live: Uint32Array, totals: Float64Array) {
    this.segment = segment
    this.live = live
    this.totals = totals
  }

  add(document: number): void {
    const space = this.live[document] ?? 0
    if (space === 0) return
    if (!this.copied) this.live = copyOf(this.live)
    this.copied = true
    this.live[document] = 0
    if (space % 2 === 0) count(this.totals, space, -1, -(this.segment.parts.sizes[document] ?? 0))
  }
}

function count(totals: Float64Array, at: number, pages: number, size: number): void {
  totals[at] = (totals[at] ?? 0) + pages
  totals[at + 1] = (totals[at + 1] ?? 0) + size
}

/**
 * The view with `count` segments from `from` on replaced by what `mergeSegments` made of them. Throws a RangeError where
 * the view has no such segments.
 */
export function replaceInView(view: View, from: number, count: number, merged: Segment): View {
  if (from < 0 || count < 1 || from + count > view.segments.length)
    throw new RangeError('The view has no such segments.')
  const live = sharedNumbers(merged.documents)
  for (const source of view.segments.slice(from, from + count)) {
    for (const [space, range] of source.segment.spaces) {
      eachCommon(source.segment, range, merged, merged.documentsOf(space), (document, kept) => {
        const lives = source.live[document] ?? 0
        if (lives > 0) live[kept] = lives
      })
    }
  }
  const segments = placed(view.segments.toSpliced(from, count, { segment: merged, live, base: 0 }))
  const documents = segments.reduce((sum, { segment }) => sum + segment.documents, 0)
  return { ...view, segments, documents }
}

/** Calls `found` for each page that both have; walks the first and looks up in the second. */
function eachCommon(
  first: Segment,
  range: Range,
  second: Segment,
  others: Range,
  found: (document: number, other: number) => void,
): void {
  if (range.to - range.from > others.to - others.from) {
    eachCommon(second, others, first, range, (other, document) => found(document, other))
    return
  }
  const { ids, idEnds } = first.parts
  let from = others.from
  for (let document = range.from; document < range.to && from < others.to; document++) {
    const id = ids.subarray(document === 0 ? 0 : idEnds[document - 1], idEnds[document])
    const at = second.findDocumentFrom({ from, to: others.to }, id)
    if (at.same) found(document, at.document)
    from = at.document
  }
}

/** One behind the other. */
export function placed(segments: readonly Living[]): PlacedSegment[] {
  let base = 0
  return segments.map(({ segment, live }) => {
    const one = { segment, live, base }
    base += segment.documents
    return one
  })
}

const sharedNumbers = (length: number) => new Uint32Array(new SharedArrayBuffer(length * 4))

function copyOf(numbers: Uint32Array): Uint32Array {
  const copy = sharedNumbers(numbers.length)
  copy.set(numbers)
  return copy
}
