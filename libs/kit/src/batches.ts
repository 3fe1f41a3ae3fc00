/** Upper bounds of one batch. */
interface BatchLimits {
  items: number
  bytes: number
}

/** Cuts items, in order, into batches within the limits; an item that is larger than them is a batch by itself. */
export async function* batched<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  max: BatchLimits,
  bytesOf: (item: Item) => number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  let bytes = 0
  for await (const item of items) {
    const size = bytesOf(item)
    if (batch.length > 0 && (batch.length === max.items || bytes + size > max.bytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
