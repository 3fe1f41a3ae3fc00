import type { EntityManager } from '@mikro-orm/postgresql'
import { collector, type Database, openDatabase, writeOutbox } from '@quire/kit'
import type { Kysely } from 'kysely'
import { findOrCreateUser } from '../accounts/proved-users.ts'
import type { Writer } from '../context.ts'
import { acceptPendingInvites } from '../invites/invites.rules.ts'
import { entities, type Tables } from '../tables.ts'
import type { Flags } from './flags.ts'
import { openSigner } from './signer.ts'
import type { Place } from './system.ts'
import { Token } from './tokens.entity.ts'
import { claimsOf, newToken } from './tokens.rules.ts'

/**
 * Makes a token for a person, creating them where they are new; returns its text. Its events lie in the outbox, from
 * which the running service publishes them.
 */
export async function issueToken(place: Place, { email, displayName, lifetimeMs, scope }: Flags): Promise<string> {
  const signer = openSigner(place)
  const database = await openDatabase({ ...place, DATABASE_POOL: 2 }, { entities })
  try {
    const user = await within(database, (writer) => findOrCreateUser(writer, { email, displayName }))
    return await within(database, async (writer) => {
      await acceptPendingInvites(writer, user)
      const row = newToken({ userId: user.id, name: 'npm run token', scope, lifetimeMs, now: new Date() })
      writer.em.create(Token, row)
      return signer.signAccess(claimsOf(row))
    })
  } finally {
    await database.close()
  }
}

/** One transaction with what it tells. */
function within<Result>({ em }: Database, work: (writer: Writer & { em: EntityManager }) => Promise<Result>) {
  return em.fork().transactional(async (inner) => {
    const { rows, emit } = collector()
    // The kit does not know our tables.
    const result = await work({ em: inner, sql: inner.getKysely() as unknown as Kysely<Tables>, emit })
    await inner.flush()
    await writeOutbox(inner.getKysely() as never, rows)
    return result
  })
}
