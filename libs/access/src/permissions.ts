import { atLeast, type Level } from './levels.ts'

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
