import { compareBytes, compareTexts } from '../segment/compare.ts'
import { rangeOf } from '../segment/segment.ts'
import type { View, ViewSegment } from '../view/view.ts'

/** A document of a view, located in its segment. */
export interface Located extends ViewSegment {
  /** The index of the segment in the view. */
  index: number
  /** The document's number within the segment. */
  local: number
}

export function locate(view: View, document: number): Located {
  const index = segmentOf(view, document)
  const placed = view.segments[index]
  if (!placed) throw new RangeError('The view has no such document.')
  const { segment, live, base } = placed
  return { segment, live, base, index, local: document - base }
}

function segmentOf({ segments }: View, document: number): number {
  let index = 0
  for (let next = segments[1]; next && document >= next.base; next = segments[index + 1]) index++
  return index
}

/** Orders documents by space, then by id. */
export class PageOrder {
  private readonly view: View
  private readonly names: readonly string[]

  constructor(view: View) {
    this.view = view
    this.names = [...view.spaces.keys()]
  }

  spaceOf(document: number): string {
    const { live, local } = locate(this.view, document)
    return this.names[((live[local] ?? 0) >>> 1) - 1] ?? ''
  }

  compare(one: number, other: number): number {
    // Within a segment, documents are sorted this way.
    if (segmentOf(this.view, one) === segmentOf(this.view, other)) return one - other
    const [first, second] = [locate(this.view, one), locate(this.view, other)]
    const [space, otherSpace] = [first.live[first.local], second.live[second.local]]
    if (space !== otherSpace) return compareTexts(this.spaceOf(one), this.spaceOf(other))
    const [id, otherId] = [
      rangeOf(first.segment.parts.idEnds, first.local),
      rangeOf(second.segment.parts.idEnds, second.local),
    ]
    return compareBytes(first.segment.parts.ids, id.from, id.to, second.segment.parts.ids, otherId.from, otherId.to)
  }
}
