import type { Member } from '@quire/contracts'
import type { OrganizationWords } from '../../words/organization/en.ts'

/** The roles of members, the strongest first; a guest has none. */
const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const

export const roleOptions = (words: OrganizationWords) => roles.map((role) => [role, words.roles[role]] as const)

/** Returns the role that a choice stands for; null for a guest. */
export function roleOf(choice: string): Member['role'] {
  const role = roles.find((one) => one === choice)
  return role === undefined || role === 'guest' ? null : role
}
