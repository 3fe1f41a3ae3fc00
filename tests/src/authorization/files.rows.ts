import { inside, type Rows } from './rows.ts'

/** Files, uploads, and what is unresolved about files and reusable contents. */
export const fileRows: Rows = {
  listConflictsInChangeRequest: { least: 'read', ok: 200, ...inside },
}
