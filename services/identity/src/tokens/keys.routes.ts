import { identityInternalOperations, timestamp } from '@quire/contracts'
import { done } from '@quire/kit'
import { sql as raw } from 'kysely'
import { recordCommand } from '../audit/record-command.ts'
import { implementWith } from '../context.ts'
import type { KeyHoldersNeeds } from './key-roll.ts'
import type { SignerNeeds } from './signer.ts'
import { isSigned } from './tokens.rules.ts'

export const keyRoutes = implementWith<SignerNeeds & KeyHoldersNeeds>()(identityInternalOperations, {
  async getSigningKeys({ signer }) {
    // The answer has the keys of the current files, whichever replica is asked.
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
      .where(isSigned)
      .executeTakeFirstOrThrow()
    return { tokens, lastExpiresAt: last && timestamp(last) }
  },

  async recordAccessKeyChange({ sql, body: { kid, ...values } }) {
    await recordCommand(sql, {
      action: 'rotateAccessKeys',
      organizations: [],
      target: { type: 'access-key', id: kid },
      payload: { values },
    })
    return done()
  },
})
