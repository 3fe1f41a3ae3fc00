import { allOperations } from '../operation-table.ts'

/** The actions of audit events: the audited operations, by id, with a label for people. */
export const auditActions: readonly { id: string; label: string }[] = allOperations
  .filter(({ audited }) => audited)
  .map(({ id, summary }) => ({ id, label: summary }))
