import type { Organization } from '@quire/contracts'
import type { Branches } from './branches.ts'

/** The rights of the signed-in person in the organization; screens offer no more than these. */
export interface Abilities {
  /** Sees the organization. */
  isHere: true
  /** Has a role, so that they see members, teams and specifications. */
  isMember: boolean
  isAdmin: boolean
  /** May create content, or has some of which they may write. */
  writes: boolean
}

/** Returns the rights of a person, as the organization and its content say them. */
export const abilitiesIn = ({ permissions }: Pick<Organization, 'permissions'>, { spaces }: Branches): Abilities => ({
  isHere: true,
  isMember: permissions.listMembers,
  isAdmin: permissions.admin,
  // The first space may come of an import or a template.
  writes: permissions.createContent || spaces.some((space) => space.permissions.edit),
})

// The trash is for everybody: whoever has deleted the only space that they managed may restore it.
const screens = [
  { group: 'people', to: '/o/$organizationId/members', name: 'members', needs: 'isMember' },
  { group: 'people', to: '/o/$organizationId/teams', name: 'teams', needs: 'isMember' },
  { group: 'content', to: '/o/$organizationId/imports', name: 'imports', needs: 'writes' },
  { group: 'content', to: '/o/$organizationId/templates', name: 'templates', needs: 'writes' },
  { group: 'content', to: '/o/$organizationId/specifications', name: 'specifications', needs: 'isMember' },
  { group: 'content', to: '/o/$organizationId/trash', name: 'trash', needs: 'isHere' },
  { group: 'organization', to: '/o/$organizationId/settings', name: 'general', needs: 'isAdmin' },
  { group: 'organization', to: '/o/$organizationId/tokens', name: 'tokens', needs: 'isHere' },
  { group: 'organization', to: '/o/$organizationId/single-sign-on', name: 'singleSignOn', needs: 'isAdmin' },
  { group: 'organization', to: '/o/$organizationId/audit-log', name: 'auditLog', needs: 'isAdmin' },
] as const satisfies { group: string; to: string; name: string; needs: keyof Abilities }[]

export type AdministrationScreen = (typeof screens)[number]

/** The groups of the navigation, in their order. */
export const administrationGroups = ['people', 'content', 'organization'] as const

/** Returns the screens by which an organization is run, of those that the person may use; none until that is known. */
export const administrationScreens = (can: Abilities | undefined): AdministrationScreen[] =>
  screens.filter(({ needs }) => can?.[needs])
