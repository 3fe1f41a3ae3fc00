/**
 * Options of an LRU cache of at most `maxBytes` whose entries have about the same size. The cache's own `max` would
 * allocate memory for all of them at the start, which takes as long as a request or longer and pays only if most of the
 * cache fills.
 */
export const lruOptions = (maxBytes: number, entryBytes: number) => ({
  maxSize: maxBytes,
  sizeCalculation: () => entryBytes,
})
