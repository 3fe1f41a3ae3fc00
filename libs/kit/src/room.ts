/**
 * The size of an LRU cache of so many entries at most. With its `max` instead, the room for all of them is taken at the start,
 * which takes as long as a request or longer and is of use only where most of it fills.
 */
export const roomFor = (most: number) => ({ maxSize: most, sizeCalculation: () => 1 })
