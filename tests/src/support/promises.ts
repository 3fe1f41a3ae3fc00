import { type AcknowledgedWrite, type Losses, mayBeLost } from './losses.ts'

/** The answer that reading a path must have. */
interface PromisedRead {
  status: number
  text?: string | undefined
  /** The path of a file's name in the answer, whose bytes must have this SHA-256. */
  sha256?: string | undefined
}

/** The write that made the promise; absent if nothing is promised from here on. */
type Entry = (PromisedRead & { by: AcknowledgedWrite }) | undefined

/**
 * The history of promises about paths. Usually the last one counts. If its write may be lost with a database, the one
 * before may count instead.
 */
export function createPromises() {
  const histories = new Map<string, Entry[]>()
  const add = (path: string, entry: Entry) => {
    const history = histories.get(path)
    if (history) history.push(entry)
    else if (entry) histories.set(path, [entry])
  }
  return {
    promise: (path: string, read: PromisedRead, by: AcknowledgedWrite) => add(path, { ...read, by }),
    /** Promises that the thing at `path` exists, as its first promise did. */
    promiseExistence(path: string) {
      const first = histories.get(path)?.[0]
      if (first) add(path, { status: 200, by: first.by })
    },
    /** Promises nothing about paths that begin with `path` any more. */
    drop(path: string) {
      for (const one of histories.keys()) if (one.startsWith(path)) add(one, undefined)
    },
    /** True if reading `path` must have one certain answer if no database loses anything. */
    has: (path: string) => histories.get(path)?.at(-1) !== undefined,
    /** Each path with the answers that it may have. */
    *allowed(losses: Losses): Generator<{ path: string; reads: PromisedRead[] }> {
      for (const [path, history] of histories) {
        const reads = allowedBy(history, losses)
        if (reads) yield { path, reads }
      }
    },
  }
}

/** Returns the possible answers, undefined if there may be any. */
function allowedBy(history: Entry[], losses: Losses): PromisedRead[] | undefined {
  const reads: PromisedRead[] = []
  for (const entry of history.toReversed()) {
    if (!entry) return undefined
    reads.push(entry)
    if (!mayBeLost(entry.by, losses)) return reads
  }
  // Not even the first write may be there.
  return undefined
}

/** True if an answer is the promised one. */
export const isAsPromised = ({ status, text }: PromisedRead, answer: { status: number; body: string }): boolean =>
  answer.status === status && answer.body.includes(text ?? '')
