import { EventEmitter, once } from 'node:events'
import type { Bus } from './bus.ts'

/** What was revoked, known to every process without asking: tokens and memberships (design 4). */
export interface Revocations {
  /** `noun` and `key` as in its event, for example `identity.token` and a token's id. */
  has(noun: string, key: string): boolean
  isSeeded(): boolean
  /** Resolves once this process has learned of a key of the bucket. */
  learned(key: string): Promise<void>
}

/** The bucket's key of a revocation; the characters of our identifiers are all allowed in it. */
export const revocationKey = (noun: string, key: string) => `${noun}.${key}`

/** Identity writes this key when the bucket holds everything its tables say; nobody is ready before. */
export const seededKey = 'seeded'

/** Watches the bucket; the returned view is complete once `isSeeded`. */
export async function watchRevocations(bus: Bus): Promise<Revocations> {
  const revoked = new Set<string>()
  const learning = new EventEmitter()
  const watch = await bus.revocations.watch()
  void (async () => {
    for await (const entry of watch) {
      if (entry.operation === 'PUT') revoked.add(entry.key)
      else revoked.delete(entry.key)
      learning.emit(entry.key)
    }
  })()
  return {
    has: (noun, key) => revoked.has(revocationKey(noun, key)),
    isSeeded: () => revoked.has(seededKey),
    async learned(key) {
      if (!revoked.has(key)) await once(learning, key)
    },
  }
}
