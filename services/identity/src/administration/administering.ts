import type { AuditEventState } from '@quire/contracts'
import { recordCommand } from '../audit/record-command.ts'
import type { CommandDatabase } from '../command-transactions.ts'
import type { Writer } from '../database.ts'

/** A change that an operator made of a person or an organization. */
interface AdministeredChange extends Pick<AuditEventState, 'action' | 'target'> {
  /** The organizations that the change concerns; each gets an event. */
  organizations: readonly string[]
}

/** The database in which an operator manages the installation, by a command or an operation. */
export interface Administering {
  /** For reads outside of transactions. */
  sql: Writer['sql']
  /** Does a piece of the work: a transaction of a command, or a part of that of a request. */
  within<Result>(work: (writer: Writer) => Promise<Result>): Promise<Result>
  /** Records a change by a command; an operation is recorded by its declaration. */
  record(writer: Writer, change: AdministeredChange): Promise<void>
}

/** Lets a command manage the installation. */
export const byCommand = ({ sql, within }: CommandDatabase): Administering => ({
  sql,
  within,
  record: (writer, change) => recordCommand(writer.sql, { ...change, payload: {} }),
})

/** Lets an operation manage the installation, in the transaction of its request. */
export const byOperation = ({ sql, emit }: Writer): Administering => ({
  sql,
  within: (work) => work({ sql, emit }),
  record: async () => undefined,
})
