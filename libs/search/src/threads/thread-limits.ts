import type { PageVersion } from '../segment/page-version.ts'

/** Estimated time above which work goes to a thread, so that it does not block other requests. */
export const maxInlineMs = 10

/** Length of the queue of large searches, and the time that a search may wait in it. */
export const queueLimits = { queue: 64, timeoutMs: 10_000 }

/** Timeouts of work in threads: at least ten times the duration on an idle machine. */
export const timeouts = {
  /** A constant, since the number of hits that a search reads is bounded (`maxHits`). */
  findMs: 10_000,
  buildMs: (pages: readonly PageVersion[]) => 10_000 + 20 * buildCost(pages),
  mergeMs: (segments: readonly Uint8Array[]) => 10_000 + 20 * mergeCost(segments),
}

/** Estimates the milliseconds of CPU that building a segment of these pages takes. */
export const buildCost = (pages: readonly PageVersion[]) =>
  pages.reduce((sum, page) => sum + charactersOf(page), 0) / 4000

const charactersOf = ({ text }: PageVersion) =>
  text ? (text.rest?.length ?? 0) + text.sections.reduce((sum, section) => sum + section.text.length, 500) : 100

/** Estimates the milliseconds of CPU that merging these segments takes. */
export const mergeCost = (segments: readonly Uint8Array[]) =>
  segments.reduce((sum, { length }) => sum + length, 0) / 25_000
