import { atLeast, type Level } from './levels.ts'

/*
 * The `permissions` of spaces and collections, from the roles that the operations require (docs/interface.md#roles).
 * Flags of features that Quire does not have are false.
 */

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

export const permissionsOfCollection = (level: Level) => ({
  view: atLeast(level, 'read'),
  admin: atLeast(level, 'create'),
  viewInviteLinks: false,
  create: atLeast(level, 'create'),
})
