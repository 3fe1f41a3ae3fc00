/**
 * BM25's saturation and share of length; what the parts of an identifier count beside the whole; and what it counts that
 * words stand together (within `near` words) or make up the title.
 */
export const tuning = { saturation: 1.2, lengthShare: 0.6, part: 0.4, closeness: 0.6, near: 8, title: 1.5 }

/** How telling a term is: high where few documents hold it. */
export function rarity(found: number, documents: number): number {
  return Math.log(1 + (Math.max(documents, found) - found + 0.5) / (found + 0.5))
}
