import type { FoundPage, Reader } from '../readers/readers.ts'
import type { FoundPhrase } from './related.ts'

/** So many rows are read for one question. */
export const phrasesRead = 100

/** A row of `phrase`, with the revisions of the pages that it rests on. */
export interface LearntRow extends FoundPhrase {
  revision: string
  target: string | null
  targetRevision: string | null
}

/**
 * Those of some rows that rest on pages which the reader is shown: the page that says it, and the one that it leads to. So
 * nothing that is found tells of another page.
 */
export async function shownPhrases(reader: Reader, rows: readonly LearntRow[]): Promise<readonly LearntRow[]> {
  if (!reader.shown || rows.length === 0) return rows
  const pages = new Map(rows.flatMap(pagesOf).map((page) => [keyOf(page), page]))
  const shown = new Set((await reader.shown([...pages.values()])).whole.map(keyOf))
  return rows.filter((row) => pagesOf(row).every((page) => shown.has(keyOf(page))))
}

const keyOf = ({ space, id }: FoundPage): string => `${space}/${id}`

function pagesOf({ space, page, revision, target, targetRevision }: LearntRow): FoundPage[] {
  const own = { space, id: page, document: revision }
  return target === null ? [own] : [own, { space, id: target, document: targetRevision ?? '' }]
}
