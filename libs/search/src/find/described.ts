/** Which of the ranked pages are returned: data, for it may go to another thread or engine. */
export interface Described {
  /** Places in the ranking: from the first to before `to`. With `ofSpace`, places among the spaces. */
  from: number
  to: number
  /** So many pages of each space, the spaces in the order of their best page. */
  ofSpace?: number
}

export function chosenOf<Page extends { space: string }>(ranked: readonly Page[], { from, to, ofSpace }: Described) {
  if (ofSpace === undefined) return ranked.slice(from, to)
  const spaces = [...Map.groupBy(ranked, ({ space }) => space).values()]
  return spaces.slice(from, to).flatMap((pages) => pages.slice(0, ofSpace))
}
