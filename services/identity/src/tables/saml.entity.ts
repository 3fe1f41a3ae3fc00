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
    /** Id of a team; ignored if the team no longer exists. */
    defaultTeam: p.text().nullable(),
    defaultRole: p.text().$type<NonNullable<RoleOrGuest>>().nullable(),
    /** Secret key that authenticates the ids of sign-in requests, see `request-ids`. */
    requestKey: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})

/** A request that was answered; stored until its id expires, so that no answer counts twice. */
export const SamlAnswer = defineEntity({
  name: 'SamlAnswer',
  tableName: 'saml_answer',
  properties: (p) => ({
    requestId: p.text().primary(),
    providerId: p.text(),
    expiresAt: p.datetime(3),
  }),
})

/** A successful sign-in that waits to be exchanged for a token; the code itself is not stored. */
export const SignInCode = defineEntity({
  name: 'SignInCode',
  tableName: 'sign_in_code',
  properties: (p) => ({
    hash: p.text().primary(),
    providerId: p.text(),
    memberId: p.text(),
    /** Present if the provider ends the session earlier than Quire would. */
    sessionEndsAt: p.datetime(3).nullable(),
    expiresAt: p.datetime(3),
  }),
})
