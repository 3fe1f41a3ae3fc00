import { type ScimToken, scimTokenOperations, timestamp, token } from '@quire/contracts'
import { absent, countOf, created, deleted, keysetPage, listOf } from '@quire/kit'
import { implementWith } from '../context.ts'
import { Token } from '../tables/tokens.entity.ts'
import { requireSettledEnd } from '../tokens/lost-ends.ts'
import type { SignerNeeds } from '../tokens/signer.ts'
import { requireFewScimTokens, type TokenLimitsNeeds } from '../tokens/token-limits.ts'
import { claimsOf, lifetimeUntil, maxLifetimeMs, newToken } from '../tokens/tokens.rules.ts'
import { requireLiveToken } from '../users/enabled-account.ts'

/** The tokens of an organization's provider of identities. They are the organization's, not of who made them. */
export const scimTokenRoutes = implementWith<SignerNeeds & TokenLimitsNeeds>()(scimTokenOperations, {
  async listScimTokens({ sql, params, page, cursors, publicUrl, now }) {
    const valid = sql
      .selectFrom('token')
      .where('organization_id', '=', params.organizationId)
      .where('kind', '=', 'scim')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now())
    return listOf({
      page,
      cursors,
      rows: await keysetPage(valid.selectAll(), page, ['id']).execute(),
      present: ({ created_at: createdAt, expires_at: expiresAt, ...row }) =>
        present({ ...row, createdAt, expiresAt, organizationId: params.organizationId }, publicUrl),
      after: (row) => [row.id],
      count: () => countOf(sql, valid.select('id')),
    })
  },

  async createScimToken(context) {
    const { em, sql, caller, userId, params, body, publicUrl, signer, lockOrganization, now } = context
    const { organizationId } = params
    // Alone, so that of two at once the second counts the first.
    await lockOrganization('change')
    await requireFewScimTokens(context, organizationId)
    await requireLiveToken(sql, caller)
    // A provider has no way to ask for another token, so the longest validity is the default.
    const lifetimeMs = body.expiresAt === undefined ? maxLifetimeMs : lifetimeUntil(body.expiresAt, now())
    const row = {
      ...newToken({ userId, name: body.name, scope: 'full', lifetimeMs, now: now() }),
      ...{ kind: 'scim' as const, organizationId },
    }
    em.create(Token, row)
    const secret = signer.signAccess({ ...claimsOf(row), kind: 'scim', organizationId })
    return created({ ...present(row, publicUrl), token: secret })
  },

  async revokeScimToken({ em, sql, emit, audit, params, lockOrganization, now }) {
    await lockOrganization('share')
    const { tokenId: id, organizationId } = params
    const row = await em.findOne(Token, { id, organizationId, kind: 'scim', revokedAt: null })
    if (!row) {
      await requireSettledEnd(sql)
      return absent()
    }
    row.revokedAt = now()
    emit(token.removed, { key: row.id, version: 1 })
    audit({ target: { id: row.id, label: row.name } })
    return deleted()
  },
})

interface PresentedToken {
  id: string
  name: string
  organizationId: string
  createdAt: Date
  expiresAt: Date
}

function present({ id, name, organizationId, createdAt, expiresAt }: PresentedToken, publicUrl: string): ScimToken {
  return {
    object: 'scim-token',
    id,
    name,
    createdAt: timestamp(createdAt),
    expiresAt: timestamp(expiresAt),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/scim-tokens/${id}` },
  }
}
