import { EndpointFailure } from './endpoint-failure.ts'

/** Yields the pieces of a stream; throws EndpointFailure (late) if the next one takes longer than `timeoutMs`. */
export async function* withPieceTimeout<Piece>(
  pieces: AsyncIterable<Piece>,
  timeoutMs: number,
): AsyncGenerator<Piece, void, void> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await withTimeout(timeoutMs, iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    // Not awaited: a stream that hangs would never return.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/** Returns the result of `work`; throws EndpointFailure (late) if it takes longer than `timeoutMs`. */
export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new EndpointFailure('late')), timeoutMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
