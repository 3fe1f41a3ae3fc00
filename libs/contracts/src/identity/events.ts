import { z } from 'zod'
import { noun } from '../event.ts'
import { Id, RoleOrGuest, Timestamp } from '../shared/primitives.ts'
import { OrganizationState } from './organization.ts'

const version = z.number().int()
const at = '2026-01-02T03:04:05.006Z'

const UserState = z.object({
  id: Id,
  version,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string().nullable(),
  /** A keyed hash of the address at which the account was created; null if it is not known. */
  origin: z.string().nullable().default(null),
  /** True for a person whom the operator of the installation has disabled: work that they asked for ends too. */
  disabled: z.boolean().default(false),
})
export const user = noun('identity', 'user', {
  state: UserState,
  key: (state) => state.id,
  sample: {
    id: 'usr',
    version: 1,
    displayName: 'Ada Lovelace',
    email: 'ada@example.com',
    photoURL: null,
    origin: null,
    disabled: false,
  },
})

export const organization = noun('identity', 'organization', {
  state: OrganizationState,
  key: (state) => state.id,
  access: true,
  sample: {
    id: 'org',
    version: 1,
    title: 'Analytical Engines',
    createdAt: at,
    emailDomains: ['example.com'],
    hostname: null,
    type: 'business',
    useCase: null,
    communityType: null,
    defaultRole: 'read',
    defaultSite: null,
    sso: false,
    ai: true,
    inviteLinks: true,
    logo: null,
    samlProvider: null,
    madeBy: null,
    origin: null,
  },
})

/**
 * An organization that an operator has deleted. Only this event has its data deleted: the removal of an organization may
 * also come from a copy of identity that never had it (docs/adr/0064).
 */
const DeletedOrganizationState = z.object({ id: Id, version, deletedAt: Timestamp })
export const deletedOrganization = noun('identity', 'deleted-organization', {
  state: DeletedOrganizationState,
  key: (state) => state.id,
  access: true,
  sample: { id: 'org', version: 1, deletedAt: at },
})

/** `id` names the membership, not the person: a person who is removed and invited again gets a new one. */
export const MemberState = z.object({
  id: Id,
  version,
  organizationId: Id,
  userId: Id,
  role: RoleOrGuest,
  disabled: z.boolean(),
  sso: z.boolean(),
  joinedAt: Timestamp,
  lastSeenAt: Timestamp.nullable(),
  teams: z.number().int(),
  /** False while only the person's address is visible: they were added without asking and have not signed in yet. */
  introduced: z.boolean().default(true),
})
export const member = noun('identity', 'member', {
  state: MemberState,
  key: (state) => state.id,
  access: true,
  revokes: true,
  sample: {
    id: 'mbr',
    version: 1,
    organizationId: 'org',
    userId: 'usr',
    role: 'edit',
    disabled: false,
    sso: false,
    joinedAt: at,
    lastSeenAt: null,
    teams: 0,
    introduced: true,
  },
})

export const TeamState = z.object({
  id: Id,
  version,
  organizationId: Id,
  title: z.string(),
  members: z.number().int(),
  createdAt: Timestamp,
})
export const team = noun('identity', 'team', {
  state: TeamState,
  key: (state) => state.id,
  access: true,
  sample: { id: 'tea', version: 1, organizationId: 'org', title: 'Writers', members: 1, createdAt: at },
})

const TeamMemberState = z.object({
  teamId: Id,
  memberId: Id,
  version,
  organizationId: Id,
  userId: Id,
  role: z.enum(['owner', 'member']),
})
export const teamMember = noun('identity', 'team-member', {
  state: TeamMemberState,
  key: (state) => `${state.teamId}.${state.memberId}`,
  access: true,
  sample: { teamId: 'tea', memberId: 'mbr', version: 1, organizationId: 'org', userId: 'usr', role: 'owner' },
})

/** Only removals of tokens are published: a token is valid until it expires or is revoked. */
const TokenState = z.object({ id: Id, version })
export const token = noun('identity', 'token', {
  state: TokenState,
  key: (state) => state.id,
  access: true,
  revokes: true,
  sample: { id: 'tok', version: 1 },
})

export const identityNouns = [user, organization, deletedOrganization, member, team, teamMember, token]
