import type { FoundPage, Reader } from '../readers/reader.ts'
import type { FoundPhrase } from './related-phrases.ts'

/** Number of rows that are read for one question. */
export const maxPhrases = 100

/** A row of `phrase`, with the revisions of the pages from which the phrase comes. */
export interface PhraseRow extends FoundPhrase {
  revision: string
  target: string | null
  targetRevision: string | null
}

/**
 * Returns the rows whose pages are visible to the reader as a whole: the page that equates the phrases, and the target
 * of a link. So no result reveals a hidden page.
 */
export async function visiblePhrases(reader: Reader, rows: readonly PhraseRow[]): Promise<readonly PhraseRow[]> {
  if (!reader.visiblePages || rows.length === 0) return rows
  const pages = new Map(rows.flatMap(pagesOf).map((page) => [keyOf(page), page]))
  const visible = new Set((await reader.visiblePages([...pages.values()])).whole.map(keyOf))
  return rows.filter((row) => pagesOf(row).every((page) => visible.has(keyOf(page))))
}

const keyOf = ({ space, id }: FoundPage): string => `${space}/${id}`

function pagesOf({ space, page, revision, target, targetRevision }: PhraseRow): FoundPage[] {
  const own = { space, id: page, document: revision }
  return target === null ? [own] : [own, { space, id: target, document: targetRevision ?? '' }]
}
