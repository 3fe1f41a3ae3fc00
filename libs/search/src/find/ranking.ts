/**
 * BM25's saturation and share of length; the weight of an identifier's parts relative to the whole; and the weights of
 * words that are close together (within `near` words) or make up the title.
 */
export const tuning = { saturation: 1.2, lengthShare: 0.6, part: 0.4, closeness: 0.6, near: 8, title: 1.5 }

/** Returns the inverse document frequency of a term: high if few documents contain it. */
export function rarity(found: number, documents: number): number {
  return Math.log(1 + (Math.max(documents, found) - found + 0.5) / (found + 0.5))
}

/** Returns the length factor of a text relative to the usual size, for `saturated`. */
export const lengthOf = (size: number, usual: number) =>
  1 - tuning.lengthShare + tuning.lengthShare * (size / Math.max(1, usual))

/** Returns the BM25 score of a term frequency: each further occurrence counts less, and in a long text still less. */
export const saturated = (frequency: number, length: number) =>
  (frequency * (tuning.saturation + 1)) / (frequency + tuning.saturation * length)
