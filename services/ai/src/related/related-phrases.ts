import type { Related } from '@quire/search'
import type { FoundPage, Reader } from '../readers/reader.ts'
import type { PagePhrase } from './page-phrases.ts'

/** A meaning that a page gives to a phrase of a question. */
interface FoundPhrase {
  key: string
  kind: PagePhrase['kind']
  means: string
  space: string
  /** The page that gives the meaning. */
  page: string
}

/**
 * Weights of a related phrase if one page equates the two, and if many do. The letters of an abbreviation are proof;
 * the text of a link only shows what its author thinks of, which counts less.
 */
const worths: Record<FoundPhrase['kind'], { one: number; many: number }> = {
  abbreviation: { one: 0.7, many: 0.8 },
  name: { one: 0.6, many: 0.7 },
  link: { one: 0.5, many: 0.7 },
}

/**
 * Combines the meanings that pages give to the phrases of a question. Link texts that lead to several pages mean none.
 */
export function relatedOf(found: readonly FoundPhrase[]): Related[] {
  return [...Map.groupBy(found, ({ key }) => key)].flatMap(([key, all]) => {
    const targets = new Set(all.flatMap(({ kind, means }) => (kind === 'link' ? [means.toLowerCase()] : [])))
    const said = all.filter(({ kind }) => kind !== 'link' || targets.size === 1)
    const byMeaning = Map.groupBy(said, ({ means }) => means.toLowerCase())
    return [...byMeaning.values()].flatMap((same) => {
      const [first] = same
      return first ? [{ key, means: first.means, worth: worthOf(same) }] : []
    })
  })
}

function worthOf(said: readonly FoundPhrase[]): number {
  const ofKinds = [...Map.groupBy(said, ({ kind }) => kind)].map(([kind, same]) => {
    const pages = new Set(same.map(({ space, page }) => `${space}/${page}`)).size
    const { one, many } = worths[kind]
    return many - (many - one) / pages
  })
  return Math.max(0, ...ofKinds)
}

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
