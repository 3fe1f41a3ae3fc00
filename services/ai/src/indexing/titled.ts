import type { IndexedSection } from '../database.ts'

/** A section with the titles from its page's down to its own. */
export type TitledSection = IndexedSection & { titles: string[] }

/** Gives each section of a page, in their order, the titles that it stands under. */
export function titled(pageTitle: string, all: readonly IndexedSection[]): TitledSection[] {
  const above: IndexedSection[] = []
  return all.map((section) => {
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= section.level) above.pop()
    if (section.level > 0) above.push(section)
    return { ...section, titles: [pageTitle, ...above.map(({ title }) => title)] }
  })
}
