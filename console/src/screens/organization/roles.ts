import type { Member } from '@quire/contracts'
import type { Words } from '../../words/en.ts'

/** The roles of members, the strongest first; a guest has none. */
const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'] as const

export const roleOptions = (words: Words) => roles.map((role) => [role, words.roles[role]] as const)

/** Returns the role that a choice stands for; null for a guest. */
export function roleOf(choice: string): Member['role'] {
  const role = roles.find((one) => one === choice)
  return role === undefined || role === 'guest' ? null : role
}
