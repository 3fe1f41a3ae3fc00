import type { EntityManager } from '@mikro-orm/postgresql'
import { collector, type Database, openDatabase, secretKey, writeOutbox } from '@quire/kit'
import type { Kysely } from 'kysely'
import { findOrCreateUser } from '../accounts/proved-users.ts'
import { recordCommand } from '../audit/record-command.ts'
import { organizationsOfPerson } from '../audit/store-events.ts'
import type { Writer } from '../database.ts'
import { entities, type Tables } from '../database.ts'
import { acceptPendingInvites } from '../invites/invites.rules.ts'
import { Token } from '../tables/tokens.entity.ts'
import { originKey, originsWith } from '../users/origins.ts'
import type { Flags } from './flags.ts'
import { openSigner } from './signer.ts'
import type { SystemConfig } from './system-config.ts'
import { claimsOf, newToken } from './tokens.rules.ts'

/**
 * Creates a token for a person, and the person if they are new; returns the token's text. The events are in the outbox,
 * from which the running service publishes them.
 */
export async function issueToken(
  config: SystemConfig,
  { email, displayName, lifetimeMs, scope, address }: Omit<Flags, 'address'> & Partial<Pick<Flags, 'address'>>,
): Promise<string> {
  const signer = openSigner(config)
  const origin = originsWith(secretKey(config, originKey))(address)
  const database = await openDatabase({ ...config, DATABASE_POOL: 2 }, { entities })
  try {
    const user = await within(database, (writer) => findOrCreateUser(writer, { email, displayName, origin }))
    return await within(database, async (writer) => {
      await acceptPendingInvites(writer, user)
      const row = newToken({ userId: user.id, name: 'npm run token', scope, lifetimeMs, now: new Date() })
      writer.em.create(Token, row)
      await recordCommand(writer.sql, {
        action: 'createAccessToken',
        organizations: await organizationsOfPerson(writer.sql, user.id),
        target: { type: 'access-token', id: row.id, label: row.name },
        payload: { userId: user.id, values: { scope, expiresAt: row.expiresAt.toISOString() } },
      })
      return signer.signAccess(claimsOf(row))
    })
  } finally {
    await database.close()
  }
}

/** Runs work as one transaction and writes its events to the outbox. */
function within<Result>({ em }: Database, work: (writer: Writer & { em: EntityManager }) => Promise<Result>) {
  return em.fork().transactional(async (inner) => {
    const { rows, emit } = collector()
    // The kit has no types of identity's tables.
    const result = await work({ em: inner, sql: inner.getKysely() as unknown as Kysely<Tables>, emit })
    await inner.flush()
    await writeOutbox(inner.getKysely() as never, rows)
    return result
  })
}
