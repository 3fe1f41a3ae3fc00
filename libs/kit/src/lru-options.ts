/**
 * Options of an LRU cache of at most `maxEntries` entries. The cache's own `max` would allocate memory for all of them at
 * the start, which takes as long as a request or longer and pays only if most of the cache fills.
 */
export const lruOptions = (maxEntries: number) => ({ maxSize: maxEntries, sizeCalculation: () => 1 })
