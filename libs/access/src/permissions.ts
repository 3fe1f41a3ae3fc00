import type { RoleName } from '@quire/contracts'
import { atLeast, type Level, storedLevel } from './levels.ts'

/*
 * The `permissions` of the interface (5.3), from the same roles that the operations ask for. The
 * flags of areas that Quire does not have are false.
 */

/** Interface 2.9. */
export const permissionsOfSpace = (level: Level) => ({
  view: atLeast(level, 'read'),
  access: atLeast(level, 'read'),
  admin: atLeast(level, 'create'),
  viewInviteLinks: false,
  edit: atLeast(level, 'edit'),
  triggerGitSync: false,
  comment: atLeast(level, 'comment'),
  merge: atLeast(level, 'review'),
  review: atLeast(level, 'review'),
  installIntegration: false,
})

/** Interface 2.8. */
export const permissionsOfCollection = (level: Level) => ({
  view: atLeast(level, 'read'),
  admin: atLeast(level, 'create'),
  viewInviteLinks: false,
  create: atLeast(level, 'create'),
})

/** Interface 2.5, for a member who is not disabled: `role` null is a guest, `ownsTeam` an owner of any team. */
export function permissionsOfOrganization(role: RoleName | null, { ownsTeam }: { ownsTeam: boolean }) {
  const level = storedLevel(role)
  return {
    view: true,
    access: true,
    admin: atLeast(level, 'admin'),
    ownTeam: ownsTeam,
    createContent: atLeast(level, 'create'),
    createOpenAPISpec: atLeast(level, 'create'),
    ingestConversations: false,
    viewBilling: false,
    listMembers: atLeast(level, 'read'),
    listTeams: atLeast(level, 'read'),
    listIntegrations: false,
    listInstallations: false,
    installIntegration: false,
  }
}

/** Interface 2.7: a team's owners administer it, as organization admins do. */
export const permissionsOfTeam = (role: RoleName | null, { ownsTeam }: { ownsTeam: boolean }) => ({
  admin: ownsTeam || role === 'admin',
  view: true,
})
