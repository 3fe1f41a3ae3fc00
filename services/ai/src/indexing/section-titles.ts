import type { IndexedSection } from '../database.ts'

/** A section with the titles above it, from the page's title to its own. */
export type TitledSection = IndexedSection & { titles: string[] }

/** Adds to each section of a page, in their order, the titles above it. */
export function withTitles(pageTitle: string, all: readonly IndexedSection[]): TitledSection[] {
  const above: IndexedSection[] = []
  return all.map((section) => {
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= section.level) above.pop()
    if (section.level > 0) above.push(section)
    return { ...section, titles: [pageTitle, ...above.map(({ title }) => title)] }
  })
}
