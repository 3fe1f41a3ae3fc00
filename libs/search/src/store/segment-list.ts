/** A segment in an organization's list. */
export interface ListedSegment {
  /** The sha256 of its bytes, in hexadecimal digits. */
  hash: string
  bytes: number
  documents: number
  /** The hashes of the segments that were merged into this one without removing pages. */
  of?: readonly string[] | undefined
}

/** Adjacent segments of a list. */
export interface Run {
  from: number
  count: number
}

/** Number of segments of one size class that are merged into one. */
const tier = 8
/** Smaller segments are in one size class: merging them costs next to nothing. */
const minTierBytes = 64 * 1024
const minNewerSegments = 4

/**
 * Returns the segments to merge next: eight of one size class with the smaller ones between them, or all if the oldest
 * one is less than half of the total. So a list stays short, each page is merged only a few times, and dead pages take
 * up about as much space as live ones.
 */
export function runToMerge(list: readonly ListedSegment[]): Run | undefined {
  return fullTier(list.map(sizeClass)) ?? outgrown(list)
}

const sizeClass = ({ bytes }: ListedSegment) => Math.max(0, Math.ceil(Math.log(bytes / minTierBytes) / Math.log(tier)))

function fullTier(sizes: readonly number[]): Run | undefined {
  for (const size of [...new Set(sizes)].sort((one, other) => one - other)) {
    let members: number[] = []
    for (const [index, other] of sizes.entries()) {
      if (other > size) members = []
      if (other === size) members.push(index)
      if (members.length < tier) continue
      const from = members[0] ?? 0
      return { from, count: index - from + 1 }
    }
  }
  return undefined
}

function outgrown(list: readonly ListedSegment[]): Run | undefined {
  const [oldest, ...newer] = list
  if (!oldest || newer.length < minNewerSegments || sizeClass(oldest) === 0) return undefined
  const bytes = newer.reduce((sum, segment) => sum + segment.bytes, 0)
  return bytes > oldest.bytes ? { from: 0, count: list.length } : undefined
}

/** Returns the position of these adjacent segments in a list; -1 if the list does not have them in a row. */
export function positionOf(list: readonly ListedSegment[], hashes: readonly string[]): number {
  return list.findIndex((_, from) => hashes.every((hash, index) => list[from + index]?.hash === hash))
}
