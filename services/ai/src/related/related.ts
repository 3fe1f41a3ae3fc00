import type { Related } from '@quire/search'
import type { LearntPhrase } from './learn.ts'

/** What a page says that a phrase of a question means. */
export interface FoundPhrase {
  key: string
  kind: LearntPhrase['kind']
  means: string
  space: string
  /** The page that says it. */
  page: string
}

/**
 * What a phrase counts that means the same, where one page says so, and where many do. The letters of an abbreviation
 * prove it; the words of a link say what its author thinks of, which is less.
 */
const worths: Record<FoundPhrase['kind'], { one: number; many: number }> = {
  abbreviation: { one: 0.7, many: 0.8 },
  name: { one: 0.6, many: 0.7 },
  link: { one: 0.5, many: 0.7 },
}

/** What the phrases of a question mean, by all pages that say it. Words that lead to several pages mean none of them. */
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
