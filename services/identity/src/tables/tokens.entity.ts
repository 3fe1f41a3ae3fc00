import { defineEntity } from '@mikro-orm/postgresql'

/** An access token without its secret, which is not stored. */
export const Token = defineEntity({
  name: 'Token',
  tableName: 'token',
  properties: (p) => ({
    /** The token's `jti`. */
    id: p.text().primary(),
    kind: p.text().$type<'user' | 'saml' | 'scim' | 'installation'>().default('user'),
    /**
     * The owner; of a SCIM token, the administrator who made it, with whom it does not end. Null for a token of the
     * installation.
     */
    userId: p.text().nullable(),
    /** The organization that a SCIM token manages. */
    organizationId: p.text().nullable(),
    /** The membership of a SAML sign-in, and the provider that vouched for it. */
    memberId: p.text().nullable(),
    providerId: p.text().nullable(),
    name: p.text(),
    scope: p.text().$type<'full' | 'read'>(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
  }),
})

/**
 * Identifiers of tokens that may have been issued and lost with the end of this database: those from shortly before the
 * newest token that it knew when its epoch was raised, until that moment. Nobody can list or revoke such a token.
 */
export const LostTokens = defineEntity({
  name: 'LostTokens',
  tableName: 'lost_tokens',
  properties: (p) => ({
    after: p.text().primary(),
    until: p.text(),
    /** Identifiers in between that the database has. */
    known: p.array().defaultRaw("'{}'"),
    /** The epoch of the database that was raised then. */
    epoch: p.bigint('string'),
    notedAt: p.datetime(3),
  }),
})
