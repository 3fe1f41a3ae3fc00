import { secretKey } from '@quire/kit'
import { findOrCreateUser } from '../accounts/proved-users.ts'
import { recordCommand } from '../audit/record-command.ts'
import { organizationsOfPerson } from '../audit/store-events.ts'
import { openForCommand } from '../command-transactions.ts'
import { acceptPendingInvites } from '../invites/invites.rules.ts'
import { Token } from '../tables/tokens.entity.ts'
import { requireEnabled } from '../users/enabled-account.ts'
import { originKey, originsWith } from '../users/origins.ts'
import type { Flags, InstallationFlags } from './flags.ts'
import { openSigner } from './signer.ts'
import type { SystemConfig } from './system-config.ts'
import { claimsOf, newToken } from './tokens.rules.ts'

/**
 * Creates a token for a person, and the person if they are new; returns the token's text. Throws for a
 * person whom an operator disabled. The events are in the outbox, from which the running service publishes them.
 */
export async function issueToken(
  config: SystemConfig,
  { email, displayName, lifetimeMs, scope, address }: Omit<Flags, 'address'> & Partial<Pick<Flags, 'address'>>,
): Promise<string> {
  const signer = openSigner(config)
  const origin = originsWith(secretKey(config, originKey))(address)
  await using database = await openForCommand(config)
  const user = await database.within((writer) => findOrCreateUser(writer, { email, displayName, origin }))
  return await database.within(async (writer) => {
    await requireEnabled(writer.sql, user.id)
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
}

/** Creates a token of the installation, which is nobody's; returns its text. */
export async function issueInstallationToken(
  config: SystemConfig,
  { tokenName, lifetimeMs, scope }: InstallationFlags,
): Promise<string> {
  const signer = openSigner(config)
  await using database = await openForCommand(config)
  return await database.within(async (writer) => {
    const row = newToken({ userId: null, name: tokenName, scope, lifetimeMs, now: new Date() })
    writer.em.create(Token, { ...row, kind: 'installation' })
    await recordCommand(writer.sql, {
      action: 'createAccessToken',
      organizations: [],
      target: { type: 'access-token', id: row.id, label: row.name },
      payload: { values: { scope, expiresAt: row.expiresAt.toISOString() } },
    })
    return signer.signAccess({ ...claimsOf(row), kind: 'installation' })
  })
}
