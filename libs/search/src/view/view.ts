import { kinds } from '../segment/page-version.ts'
import type { Range, Segment } from '../segment/segment.ts'

/** A segment in a view, with the state of its documents. */
export interface ViewSegment {
  readonly segment: Segment
  /**
   * For each document the number of its space, `listed` or `unlisted`, or 0 if a newer segment has another version of
   * the page. So one lookup tells whether a document is live and whether it may be read. Shared memory.
   */
  readonly live: Uint32Array
  /** The number of documents in earlier segments. */
  readonly base: number
}

/**
 * An ordered list of segments, the oldest first, with their live documents. Immutable: a view with more segments is
 * another object, which shares the unchanged parts.
 */
export interface View {
  readonly segments: readonly ViewSegment[]
  readonly documents: number
  /** The number of each space, from 1 on. */
  readonly spaces: ReadonlyMap<string, number>
  /** For each space, by number: its live listed pages, and the sum of their sizes. */
  readonly totals: Float64Array
}

export const emptyView: View = { segments: [], documents: 0, spaces: new Map(), totals: new Float64Array(2) }

export const listed = (space: number) => space * 2
const unlisted = (space: number) => space * 2 + 1

/** Returns the number of words of a partition in all segments, counting each word once per segment. */
export function wordsIn({ segments }: View, partition: number): number {
  let words = 0
  for (const { segment } of segments) {
    const { from, to } = segment.wordsOf(partition)
    words += to - from
  }
  return words
}

/**
 * Returns the view with one more segment, the newest, in time linear in the documents of that segment and not of the
 * view.
 */
export function extendView(view: View, segment: Segment): View {
  const spaces = numbered(view.spaces, segment)
  const totals = new Float64Array(2 * (spaces.size + 1))
  totals.set(view.totals)
  const older = killOlder(view.segments, segment, totals)
  const live = sharedNumbers(segment.documents)
  for (const [name, range] of segment.spaces) addLive(segment, range, spaces.get(name) ?? 0, live, totals)
  return {
    segments: withBases([...older, { segment, live }]),
    documents: view.documents + segment.documents,
    spaces,
    totals,
  }
}

function addLive(
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

/** Returns the older segments without the pages that the new one replaces or clears. */
function killOlder(older: readonly ViewSegment[], newer: Segment, totals: Float64Array): LiveSegment[] {
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

interface LiveSegment {
  segment: Segment
  live: Uint32Array
}

/** Marks documents as dead. Copies `live` at the first one, since older views share it. */
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
 * Returns the view with `count` segments from `from` on replaced by the result of `mergeSegments`. Throws a RangeError
 * if the view has no such segments.
 */
export function replaceInView(view: View, from: number, count: number, merged: Segment): View {
  if (from < 0 || count < 1 || from + count > view.segments.length)
    throw new RangeError('The view has no such segments.')
  const live = sharedNumbers(merged.documents)
  for (const source of view.segments.slice(from, from + count)) {
    for (const [space, range] of source.segment.spaces) {
      eachCommon(source.segment, range, merged, merged.documentsOf(space), (document, newDocument) => {
        const lives = source.live[document] ?? 0
        if (lives > 0) live[newDocument] = lives
      })
    }
  }
  const segments = withBases(view.segments.toSpliced(from, count, { segment: merged, live, base: 0 }))
  const documents = segments.reduce((sum, { segment }) => sum + segment.documents, 0)
  return { ...view, segments, documents }
}

/** Calls `found` for each page that both ranges have. Walks the shorter range and looks its pages up in the other. */
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

/** Sets the `base` of each segment. */
export function withBases(segments: readonly LiveSegment[]): ViewSegment[] {
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
