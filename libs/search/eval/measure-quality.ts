import { buildSegment, emptyView, extendView, findPages, openSegment } from '../src/index.ts'
import type { PageVersion } from '../src/segment/page-version.ts'
import type { Case } from './corpus.ts'

/** Shares of the cases with an expected page first and among the first five, and the mean reciprocal rank. */
interface Quality {
  recall1: number
  recall5: number
  meanReciprocalRank: number
  /** The rank of the first expected page in each case; 0 if none was found. */
  ranks: Record<string, number>
}

/**
 * Returns a function that finds pages of the space `docs`, the best first: as a search or, with `best-first`, as a
 * question.
 */
export function finderOf(pages: readonly PageVersion[], prefixLast = false) {
  const view = extendView(emptyView, openSegment(buildSegment(pages)))
  return (text: string, order: 'all-first' | 'best-first' = 'all-first') =>
    findPages(view, { readable: ['docs'], text, options: { order, prefixLast } }).pages
}

type Finder = ReturnType<typeof finderOf>

/** Returns the highest coverage of a question by a section of the first pages. */
export function confidence(find: Finder, question: string): number {
  const sections = find(question, 'best-first').flatMap((page) => page.sections)
  return Math.max(0, ...sections.map(({ coverage }) => coverage))
}

export function measure(cases: readonly Case[], find: (text: string) => { id: string }[]): Quality {
  const ranks: Record<string, number> = {}
  for (const { id, text, expected } of cases) {
    if (expected.length > 0) ranks[id] = find(text).findIndex((page) => expected.includes(page.id)) + 1
  }
  const all = Object.values(ranks)
  const share = (test: (rank: number) => boolean) => all.filter(test).length / all.length
  return {
    recall1: share((rank) => rank === 1),
    recall5: share((rank) => rank > 0 && rank <= 5),
    meanReciprocalRank: all.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / all.length,
    ranks: ranks,
  }
}
