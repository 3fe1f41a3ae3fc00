import { type AccessToken, timestamp, token, tokenOperations } from '@quire/contracts'
import { absent, countOf, created, deleted, keysetPage, listOf } from '@quire/kit'
import { organizationsComeTo } from '../audit/store-events.ts'
import { implementWith } from '../context.ts'
import { Program } from '../tables/programs.entity.ts'
import { Session } from '../tables/sessions.entity.ts'
import { Token } from '../tables/tokens.entity.ts'
import { requireLiveToken } from '../users/enabled-account.ts'
import { requireWholeAccount } from '../users/whole-account.ts'
import { requireSettledEnd } from './lost-ends.ts'
import type { SignerNeeds } from './signer.ts'
import { requireFewTokens, type TokenLimitsNeeds } from './token-limits.ts'
import { claimsOf, defaultLifetimeMs, isSigned, lifetimeUntil, newToken } from './tokens.rules.ts'

export const tokenRoutes = implementWith<SignerNeeds & TokenLimitsNeeds>()(tokenOperations, {
  async listAccessTokensForAuthenticatedUser({ sql, caller, userId, page, cursors, publicUrl, now }) {
    requireWholeAccount(caller)
    const valid = sql
      .selectFrom('token')
      .where('user_id', '=', userId)
      .where('kind', '!=', 'scim')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now())
      .where(isSigned)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(valid.selectAll(), page, ['id']).execute(),
      present: (row) => present({ ...row, createdAt: row.created_at, expiresAt: row.expires_at }, publicUrl),
      after: (row) => [row.id],
      count: () => countOf(sql, valid.select('id')),
    })
  },

  async createAccessToken(context) {
    const { em, sql, audit, caller, userId, body, publicUrl, signer, now } = context
    requireWholeAccount(caller)
    const lifetimeMs = body.expiresAt === undefined ? defaultLifetimeMs : lifetimeUntil(body.expiresAt, now())
    await requireFewTokens(context, userId)
    await requireLiveToken(sql, caller)
    const row = newToken({ userId, name: body.name, scope: body.scope, lifetimeMs, now: now() })
    em.create(Token, row)
    audit({ organizations: await organizationsComeTo(sql, userId) })
    return created({ ...present(row, publicUrl), token: signer.signAccess(claimsOf(row)) })
  },

  async revokeAccessToken({ em, sql, emit, audit, caller, userId, params, now }) {
    requireWholeAccount(caller)
    const row = await em.findOne(Token, { id: params.tokenId, userId, kind: { $ne: 'scim' }, revokedAt: null })
    if (!row || (await em.findOne(Session, { id: row.id })) || (await em.findOne(Program, { id: row.id }))) {
      await requireSettledEnd(sql)
      return absent()
    }
    row.revokedAt = now()
    emit(token.removed, { key: row.id, version: 1 })
    audit({ organizations: await organizationsComeTo(sql, userId), target: { id: row.id, label: row.name } })
    return deleted()
  },
})

type PresentedToken = Pick<AccessToken, 'id' | 'name' | 'scope'> & { createdAt: Date; expiresAt: Date }

function present({ id, name, scope, createdAt, expiresAt }: PresentedToken, publicUrl: string): AccessToken {
  return {
    object: 'access-token',
    id,
    name,
    scope,
    createdAt: timestamp(createdAt),
    expiresAt: timestamp(expiresAt),
    urls: { location: `${publicUrl}/v1/user/tokens/${id}` },
  }
}
