import { defineEntity } from '@mikro-orm/postgresql'
import type { RoleOrGuest } from '@quire/contracts'

export const SamlProvider = defineEntity({
  name: 'SamlProvider',
  tableName: 'saml_provider',
  properties: (p) => ({
    id: p.text().primary(),
    organizationId: p.text(),
    label: p.text(),
    ssoUrl: p.text().nullable(),
    entityId: p.text().nullable(),
    certificate: p.text().nullable(),
    /** A team's id; ignored where the team is gone. */
    defaultTeam: p.text().nullable(),
    defaultRole: p.text().$type<NonNullable<RoleOrGuest>>().nullable(),
    /** Secret: marks the ids of our requests, see `request-ids`. */
    requestKey: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})

/** A request that was answered, until its id expires: no answer counts twice. */
export const SamlAnswer = defineEntity({
  name: 'SamlAnswer',
  tableName: 'saml_answer',
  properties: (p) => ({
    requestId: p.text().primary(),
    providerId: p.text(),
    expiresAt: p.datetime(3),
  }),
})

/** A sign-in that succeeded, waiting to be exchanged for a token; the code itself is kept nowhere. */
export const SignInCode = defineEntity({
  name: 'SignInCode',
  tableName: 'sign_in_code',
  properties: (p) => ({
    hash: p.text().primary(),
    providerId: p.text(),
    memberId: p.text(),
    /** Where the provider ends the session earlier than we would. */
    sessionEndsAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3),
  }),
})
