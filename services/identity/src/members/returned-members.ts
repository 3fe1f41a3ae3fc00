import { member } from '@quire/contracts'
import { anyOf, type Bus, type Revocations, revocationKey, withdrawRevocation } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { Tables } from '../database.ts'

const batch = 500

interface ReturnedMembers {
  /** Admits members that have returned, among the revocations that this process has learned since it looked last. */
  look(): Promise<void>
  /** Lets the next look take all revocations: the database may be another one. */
  lookAtAll(): void
}

/**
 * A membership is never given again under its identifier. So one that is revoked, and that this database has, was removed
 * by what the database has lost (docs/adr/0040). Its revocation is withdrawn.
 */
export function returnedMembers(bus: Bus, revocations: Revocations, sql: () => Kysely<Tables>): ReturnedMembers {
  const seen = new Set<string>()
  let looked: number | undefined

  return {
    lookAtAll() {
      seen.clear()
      looked = undefined
    },
    async look() {
      const changes = revocations.changes()
      if (changes === looked) return
      // A removal is committed before it is known as a revocation, so the rows are read after that.
      const fresh = revocations.keysOf(member.name).filter((id) => !seen.has(id))
      for (let at = 0; at < fresh.length; at += batch) {
        const ids = fresh.slice(at, at + batch)
        // Disabled ones too: nobody would look again when one of them is enabled.
        const present = await sql().selectFrom('member').select('id').where('id', '=', anyOf(ids)).execute()
        for (const { id } of present) await withdrawRevocation(bus, revocationKey(member.name, id))
        for (const id of ids) seen.add(id)
      }
      looked = changes
    },
  }
}
