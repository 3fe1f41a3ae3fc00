/** Selects the ranked pages that are returned. Plain data, since it may go to another thread or engine. */
export interface PageSelection {
  /** The first position in the ranking, and the one after the last; with `ofSpace`, positions of spaces. */
  from: number
  to: number
  /** Number of pages of each space; the spaces are in the order of their best page. */
  ofSpace?: number
}

export function selectPages<Page extends { space: string }>(
  ranked: readonly Page[],
  { from, to, ofSpace }: PageSelection,
) {
  if (ofSpace === undefined) return ranked.slice(from, to)
  const spaces = [...Map.groupBy(ranked, ({ space }) => space).values()]
  return spaces.slice(from, to).flatMap((pages) => pages.slice(0, ofSpace))
}
