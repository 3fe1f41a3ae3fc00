import { z } from 'zod'
import { roles } from '../access-rules.ts'
import { withoutNulls } from '../shared/present-values.ts'
import { Id, RoleOrGuest, Timestamp, Url } from '../shared/primitives.ts'

export const OrganizationType = z.enum(['business', 'community']).meta({ id: 'OrganizationType' })
export const OrganizationUseCase = z
  .enum([
    'internalDocs',
    'docsSite',
    'audienceControlledSite',
    'productDocs',
    'teamKnowledgeBase',
    'designSystem',
    'openSourceDocs',
    'notes',
    'other',
  ])
  .meta({ id: 'OrganizationUseCase' })
const OrganizationCommunityType = z
  .enum(['nonProfit', 'openSource', 'education'])
  .meta({ id: 'OrganizationCommunityType' })
export const OrganizationDefaultContent = z
  .strictObject({ type: z.literal('site'), site: Id })
  .meta({ id: 'OrganizationDefaultContent' })

/** Everything about an organization that any service must be able to present. */
export const OrganizationState = z.object({
  id: Id,
  version: z.number().int(),
  title: z.string(),
  createdAt: Timestamp,
  emailDomains: z.array(z.string()),
  hostname: z.string().nullable(),
  type: OrganizationType,
  useCase: OrganizationUseCase.nullable(),
  communityType: OrganizationCommunityType.nullable(),
  defaultRole: RoleOrGuest,
  defaultSite: Id.nullable(),
  sso: z.boolean(),
  ai: z.boolean(),
  inviteLinks: z.boolean(),
  logo: z.string().nullable(),
  /** The provider at which members sign in if the organization demands single sign-on; null without an active one. */
  samlProvider: Id.nullable().default(null),
  /** The account that made it, for which its own work counts (docs/adr/0029); null if it is not known. */
  madeBy: Id.nullable().default(null),
  /** The origin of that account, as in the events of users. */
  origin: z.string().nullable().default(null),
})

const permissionNames = [
  'view',
  'access',
  'admin',
  'ownTeam',
  'createContent',
  'createOpenAPISpec',
  'ingestConversations',
  'viewBilling',
  'listMembers',
  'listTeams',
  'listIntegrations',
  'listInstallations',
  'installIntegration',
] as const
const permissionShape = Object.fromEntries(permissionNames.map((name) => [name, z.boolean()]))
const OrganizationPermissions = z.strictObject(
  permissionShape as Record<(typeof permissionNames)[number], z.ZodBoolean>,
)
type OrganizationPermissions = z.infer<typeof OrganizationPermissions>

/** See docs/interface.md#organizations. Everything commercial is constant: there is one plan, and it has no trial. */
export const Organization = z
  .strictObject({
    object: z.literal('organization'),
    id: Id,
    title: z.string(),
    createdAt: Timestamp,
    emailDomains: z.array(z.string()),
    hostname: z.string().optional(),
    type: OrganizationType,
    useCase: OrganizationUseCase.optional(),
    communityType: OrganizationCommunityType.optional(),
    defaultRole: RoleOrGuest,
    defaultContent: OrganizationDefaultContent.optional(),
    sso: z.boolean(),
    ai: z.boolean(),
    inviteLinks: z.boolean(),
    plan: z.literal('enterprise_2024'),
    mergeRules: z.strictObject({ type: z.literal('none') }),
    urls: z.strictObject({ location: Url, app: Url, logo: Url.optional() }),
    trial: z.strictObject({ status: z.literal('notapplicable'), count: z.literal(0) }),
    internal_isOnNewTrial: z.literal(true),
    permissions: OrganizationPermissions,
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof Organization>

/** The permissions of a person who is not a member. */
export const noOrganizationPermissions = Object.fromEntries(
  permissionNames.map((name) => [name, false]),
) as OrganizationPermissions

/** Returns a member's permissions in their organization; flags of features that Quire does not have are false. */
export function organizationPermissions(member: { role: RoleOrGuest; ownsTeam: boolean }): OrganizationPermissions {
  const { role, ownsTeam } = member
  const creates = role !== null && roles.indexOf(role) >= roles.indexOf('create')
  return {
    view: true,
    access: true,
    admin: role === 'admin',
    ownTeam: ownsTeam,
    createContent: creates,
    createOpenAPISpec: creates,
    ingestConversations: false,
    viewBilling: false,
    listMembers: role !== null,
    listTeams: role !== null,
    listIntegrations: true,
    listInstallations: role === 'admin',
    installIntegration: role === 'admin',
  }
}

/** Presents an organization; `publicUrl` has no trailing slash. */
export function presentOrganization(
  state: z.infer<typeof OrganizationState>,
  permissions: OrganizationPermissions,
  publicUrl: string,
): Organization {
  const { version, defaultRole, defaultSite, logo, samlProvider, madeBy, origin, ...presented } = state
  const location = `${publicUrl}/v1/orgs/${state.id}`
  return {
    object: 'organization',
    ...withoutNulls(presented),
    defaultRole,
    ...(defaultSite !== null && { defaultContent: { type: 'site', site: defaultSite } }),
    plan: 'enterprise_2024',
    mergeRules: { type: 'none' },
    urls: {
      location,
      app: location,
      ...(logo !== null && { logo }),
    },
    trial: { status: 'notapplicable', count: 0 },
    internal_isOnNewTrial: true,
    permissions,
  }
}
