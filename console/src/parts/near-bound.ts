/** The number of characters before the bound of a short field from which on it is near. */
const fewest = 5

/** True if a text comes near the most characters that its field takes: within a tenth of them, or within five. */
export const isNearBound = (length: number, most: number) => most - length <= Math.max(fewest, most / 10)
