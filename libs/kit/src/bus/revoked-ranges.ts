import { continueAfter } from '../ids.ts'

/** The bucket's key of a revocation; a key may contain all characters of our identifiers. */
export const revocationKey = (noun: string, key: string) => `${noun}.${key}`

const between = '.between.'

/**
 * The bucket's key of the revocation of all keys of a noun that sort after one. What a database lost is revoked so: nobody
 * knows the keys of that any more.
 */
export const rangeRevocationKey = (noun: string, after: string) => `${noun}${between}${after}`

interface Range {
  /** Sorts after all revoked keys. */
  until: string
  /** Keys in between that are not revoked. */
  known: string[]
}

/** The value of such an entry; earlier releases wrote the end alone. */
export const rangeRevocation = ({ until, known }: Range) => [until, ...known].join(' ')

/** The ranges in the bucket of revocations. There are few: one for each time that a database was restarted. */
export interface RevokedRanges {
  /** Takes an entry of the bucket; returns true if it is that of a range. */
  put(key: string, value: string): boolean
  delete(key: string): void
  /** True if the key of the bucket, such as that of a token, lies in a range of its noun. */
  has(key: string): boolean
}

export function createRevokedRanges(): RevokedRanges {
  const ranges = new Map<string, { after: string; until: string; known: ReadonlySet<string> }>()
  return {
    put(key, value) {
      const at = key.indexOf(between)
      if (at < 0) return false
      const noun = key.slice(0, at)
      const [until = '', ...known] = value.split(' ')
      // If the clock of the process that made the range was ahead, new keys would lie in it.
      continueAfter(until)
      ranges.set(key, {
        after: revocationKey(noun, key.slice(at + between.length)),
        until: revocationKey(noun, until),
        known: new Set(known.map((one) => revocationKey(noun, one))),
      })
      return true
    },
    delete: (key) => void ranges.delete(key),
    has(key) {
      for (const { after, until, known } of ranges.values())
        if (key > after && key < until && !known.has(key)) return true
      return false
    },
  }
}
