import { identityInternalOperations, timestamp } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { implement } from '../context.ts'

export const keyRoutes = implement(identityInternalOperations, {
  async getSigningKeys({ signer }) {
    // Whoever asks gets the keys as their files are now, whichever replica they ask.
    signer.refresh()
    return { keys: signer.publicKeys() }
  },

  async listKeyHolders({ keyHolders }) {
    return keyHolders.ask()
  },

  async countTokensSignedUntil({ sql, query, now }) {
    const { tokens, last } = await sql
      .selectFrom('token')
      .select([raw<number>`count(*)::int`.as('tokens'), raw<Date | null>`max(expires_at)`.as('last')])
      .where('created_at', '<=', new Date(query.until))
      .where('expires_at', '>', now())
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { tokens, lastExpiresAt: last && timestamp(last) }
  },
})
