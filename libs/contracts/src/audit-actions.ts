import { allOperations } from './operation-table.ts'

/** A change that the operator of the installation makes from the command line alone. Other commands are recorded like operations. */
const signInLink = { id: 'createSignInLinkForUser', label: 'Make a link that signs a person in' }

/** The actions of audit events: the audited operations, by id, and those of commands, with a label for people. */
export const auditActions: readonly { id: string; label: string }[] = [
  ...allOperations.filter(({ audited }) => audited).map(({ id, summary }) => ({ id, label: summary })),
  signInLink,
]
