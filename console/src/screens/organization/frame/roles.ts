import type { DefaultLevel, Member } from '@quire/contracts'
import type { OrganizationWords } from '../../../words/organization/en.ts'

/** The roles of members, the strongest first; a guest has none. */
const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const

export const roleOptions = (words: OrganizationWords) => roles.map((role) => [role, words.roles[role]] as const)

/** Returns the role that a choice stands for; null for a guest. */
export function roleOf(choice: string): Member['role'] {
  const role = roles.find((one) => one === choice)
  return role === undefined || role === 'guest' ? null : role
}

/** The levels that people and teams are given on content, the strongest first; `none` keeps them out. */
const levels = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'none'] as const

export const levelOptions = (words: OrganizationWords) => levels.map((level) => [level, words.levels[level]] as const)
export const defaultLevelOptions = (words: OrganizationWords) =>
  [['inherit', words.levels.inherit], ...levelOptions(words)] as const

/** Returns the default level that a choice stands for. */
export const defaultLevelOf = (choice: string): DefaultLevel => (choice === 'inherit' ? 'inherit' : roleOf(choice))
