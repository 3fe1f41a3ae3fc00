import { allOperations } from './operation-table.ts'

/** Changes that the operator of the installation makes from the command line. */
const commandActions = [
  { id: 'createSignInLinkForUser', label: 'Make a link that signs a person in' },
  { id: 'endSessionsOfUser', label: 'End all tokens of a person' },
  { id: 'disableUser', label: 'Disable a person in the whole installation' },
  { id: 'enableUser', label: 'Enable a person in the whole installation again' },
  { id: 'deleteUser', label: 'Delete a person' },
  { id: 'deleteOrganization', label: 'Delete an organization with its data' },
] as const

/** The actions of audit events: the audited operations, by id, and those of commands, with a label for people. */
export const auditActions: readonly { id: string; label: string }[] = [
  ...allOperations.filter(({ audited }) => audited).map(({ id, summary }) => ({ id, label: summary })),
  ...commandActions,
]
