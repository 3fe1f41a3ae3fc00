import { collector, openDatabase, writeOutbox } from '@quire/kit'
import type { Kysely } from 'kysely'
import { entities, type Tables } from '../tables.ts'
import { findOrCreateUser } from '../users/users.rules.ts'
import type { Flags } from './flags.ts'
import { openSigner } from './signer.ts'
import type { Place } from './system.ts'
import { Token } from './tokens.entity.ts'
import { claimsOf, newToken } from './tokens.rules.ts'

/**
 * Makes a token for a person, creating them where they are new; returns its text. What it has to tell
 * lies in the outbox: the running service publishes it.
 */
export async function issueToken(place: Place, { email, displayName, lifetimeMs, scope }: Flags): Promise<string> {
  const signer = openSigner(place)
  const database = await openDatabase({ ...place, DATABASE_POOL: 2 }, { entities })
  try {
    return await database.em.fork().transactional(async (em) => {
      // The kit does not know our tables.
      const sql = em.getKysely() as unknown as Kysely<Tables>
      const { rows, emit } = collector()
      const user = await findOrCreateUser({ sql, emit }, { email, displayName })
      const row = newToken({ userId: user.id, name: 'npm run token', scope, lifetimeMs })
      em.create(Token, row)
      await em.flush()
      await writeOutbox(em.getKysely() as never, rows)
      return signer.signAccess(claimsOf(row))
    })
  } finally {
    await database.close()
  }
}
