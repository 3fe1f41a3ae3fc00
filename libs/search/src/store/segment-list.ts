/** A segment in an organization's list. */
export interface ListedSegment {
  /** The sha256 of its bytes, in hexadecimal digits. */
  hash: string
  bytes: number
  documents: number
  /** The segments that were merged into it, where it says just what they said. */
  of?: readonly string[] | undefined
}

/** Segments that lie side by side. */
export interface Run {
  from: number
  count: number
}

/** As many segments of a size become one. */
const tier = 8
/** Smaller segments are of one size: merging them costs next to nothing. */
const smallestBytes = 64 * 1024
const leastBehindOutgrown = 4

/**
 * Which segments are to be merged next: eight of one size with the smaller ones between them, or all, where the oldest
 * one has become less than half. So a list stays short, each page is merged a few times only, and what is dead takes up
 * about as much room as what lives.
 */
export function runToMerge(list: readonly ListedSegment[]): Run | undefined {
  return fullTier(list.map(sizeClass)) ?? outgrown(list)
}

const sizeClass = ({ bytes }: ListedSegment) => Math.max(0, Math.ceil(Math.log(bytes / smallestBytes) / Math.log(tier)))

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
  if (!oldest || newer.length < leastBehindOutgrown || sizeClass(oldest) === 0) return undefined
  const bytes = newer.reduce((sum, segment) => sum + segment.bytes, 0)
  return bytes > oldest.bytes ? { from: 0, count: list.length } : undefined
}

/** Where these segments lie side by side in a list; -1 where they do not. */
export function placeOf(list: readonly ListedSegment[], hashes: readonly string[]): number {
  return list.findIndex((_, from) => hashes.every((hash, index) => list[from + index]?.hash === hash))
}
