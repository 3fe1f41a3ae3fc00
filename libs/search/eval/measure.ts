import { buildSegment, emptyView, extendView, findPages, openSegment } from '../src/index.ts'
import type { PageVersion } from '../src/segment/pages.ts'
import type { Case } from './corpus.ts'

/** Shares of the cases with an expected page first and among the first five, and the mean of 1 / its place. */
interface Quality {
  recall1: number
  recall5: number
  meanReciprocalRank: number
  /** The place of the first expected page in each case, 0 where none was found. */
  places: Record<string, number>
}

/** Finds pages of the space `docs`, best first, as a search does or, with `best-first`, as a question does. */
export function finderOf(pages: readonly PageVersion[], prefixLast = false) {
  const view = extendView(emptyView, openSegment(buildSegment(pages)))
  return (text: string, order: 'all-first' | 'best-first' = 'all-first') =>
    findPages(view, { readable: ['docs'], text, options: { order, prefixLast } }).pages
}

type Finder = ReturnType<typeof finderOf>

/** How much of a question the best section of the first pages covers. */
export function confidence(find: Finder, question: string): number {
  const sections = find(question, 'best-first').flatMap((page) => page.sections)
  return Math.max(0, ...sections.map(({ coverage }) => coverage))
}

export function measure(cases: readonly Case[], find: (text: string) => { id: string }[]): Quality {
  const places: Record<string, number> = {}
  for (const { id, text, expected } of cases) {
    if (expected.length > 0) places[id] = find(text).findIndex((page) => expected.includes(page.id)) + 1
  }
  const all = Object.values(places)
  const share = (test: (place: number) => boolean) => all.filter(test).length / all.length
  return {
    recall1: share((place) => place === 1),
    recall5: share((place) => place > 0 && place <= 5),
    meanReciprocalRank: all.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0) / all.length,
    places,
  }
}
