import { defineEntity } from '@mikro-orm/postgresql'
import type { OrganizationState, RoleOrGuest } from '@quire/contracts'
import type { z } from 'zod'

type State = z.infer<typeof OrganizationState>

export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  properties: (p) => ({
    id: p.text().primary(),
    version: p.integer().default(1),
    title: p.text(),
    emailDomains: p.array().defaultRaw("'{}'"),
    hostname: p.text().nullable(),
    type: p.text().$type<State['type']>().default('business'),
    useCase: p.text().$type<NonNullable<State['useCase']>>().nullable(),
    communityType: p.text().$type<NonNullable<State['communityType']>>().nullable(),
    defaultRole: p.text().$type<NonNullable<RoleOrGuest>>().nullable(),
    defaultSite: p.text().nullable(),
    sso: p.boolean().default(false),
    ai: p.boolean().default(true),
    inviteLinks: p.boolean().default(true),
    logo: p.text().nullable(),
    /** The oldest active provider, see `chooseProvider`. */
    samlProvider: p.text().nullable(),
    /** The account that made it, and the origin of that account; null if they are not known. */
    madeBy: p.text().nullable(),
    origin: p.text().nullable(),
    /** The hashed address of the request that made it, in the form of an origin; not part of the state. */
    madeFrom: p.text().nullable(),
    /** The number of members. Not part of the state, so changes do not increase the version. */
    members: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})
