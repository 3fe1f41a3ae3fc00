/**
 * BM25's saturation and share of length; what the parts of an identifier count beside the whole; and what it counts that
 * words stand together (within `near` words) or make up the title.
 */
export const tuning = { saturation: 1.2, lengthShare: 0.6, part: 0.4, closeness: 0.6, near: 8, title: 1.5 }

/** How telling a term is: high where few documents hold it. */
export function rarity(found: number, documents: number): number {
  return Math.log(1 + (Math.max(documents, found) - found + 0.5) / (found + 0.5))
}

/** How long a text is beside those of the usual size, for `saturated`. */
export const lengthOf = (size: number, usual: number) =>
  1 - tuning.lengthShare + tuning.lengthShare * (size / Math.max(1, usual))

/** What words are worth by BM25 that add up to `frequency`: each further one counts less, in a long text still less. */
export const saturated = (frequency: number, length: number) =>
  (frequency * (tuning.saturation + 1)) / (frequency + tuning.saturation * length)
