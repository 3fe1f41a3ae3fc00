import type { PageVersion } from '../segment/pages.ts'

/** What takes longer than this, as estimated, is done in a thread: nobody else waits so long for their turn. */
export const longestHereMs = 10

/** How many large searches may wait for a thread, and for how long. */
export const waiting = { queue: 64, patienceMs: 10_000 }

/** Ten times and more of what the work takes on a machine with nothing else to do. */
export const deadlines = {
  /** No search looks at more than so many hits, so no index makes it much longer. */
  findMs: 10_000,
  buildMs: (pages: readonly PageVersion[]) => 10_000 + 20 * buildCost(pages),
  mergeMs: (segments: readonly Uint8Array[]) => 10_000 + 20 * mergeCost(segments),
}

/** About how many milliseconds of CPU it takes to build a segment of these pages. */
export const buildCost = (pages: readonly PageVersion[]) =>
  pages.reduce((sum, page) => sum + charactersOf(page), 0) / 4000

const charactersOf = ({ text }: PageVersion) =>
  text ? (text.rest?.length ?? 0) + text.sections.reduce((sum, section) => sum + section.text.length, 500) : 100

/** About how many milliseconds of CPU it takes to merge segments of these bytes. */
export const mergeCost = (segments: readonly Uint8Array[]) =>
  segments.reduce((sum, { length }) => sum + length, 0) / 25_000
