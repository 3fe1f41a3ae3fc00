import type { AuditEventState } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { Emit } from '../outbox/emit.ts'

/** What a handler adds to the audit event of its write, where the request alone does not say it. */
export interface AuditNote {
  /** The organizations that the change concerns; each gets an event. Default: the one of the path, or of its resource. */
  organizations?: readonly string[]
  /** The person who acts, where the request has no token yet. */
  actorId?: string
  target?: { id: string; label?: string }
  /** What the event repeats as if the request had these fields, in place of those that the declaration names. */
  values?: Readonly<Record<string, unknown>>
  /** Further details; never a secret. */
  payload?: Readonly<Record<string, unknown>>
  /** True if the request found everything as it wanted it: no event. */
  isUnchanged?: boolean
}

/** Adds to the audit event of the write; later notes win over earlier ones, field by field. */
export type Audit = (note: AuditNote) => void

/** Stores audit events within the transaction of the write. */
export type StoreAudit = (writer: { sql: Kysely<never>; emit: Emit }, events: AuditEventState[]) => Promise<void>
