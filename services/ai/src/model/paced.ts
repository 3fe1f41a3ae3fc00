import { EndpointFailure } from './failure.ts'

/** The pieces of a stream; throws EndpointFailure (late) where the next one takes longer than `mostMs`. */
export async function* paced<Piece>(pieces: AsyncIterable<Piece>, mostMs: number): AsyncGenerator<Piece, void, void> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await within(mostMs, iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    // A stream that hangs would let nobody go.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/** What `work` comes to; throws EndpointFailure (late) where that takes longer than `mostMs`. */
export async function within<Result>(mostMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new EndpointFailure('late')), mostMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
