import type { Operation } from '@quire/contracts'
import type { Caller, Page } from '@quire/kit'
import type { QueryExecutorProvider } from 'kysely'
import type { RowBeside } from './row-beside.ts'
import type { SpacesBeside } from './spaces-beside.ts'

/** The part of a request that decides access. */
export interface AccessContext {
  operation: Operation
  caller: Caller
  params: Record<string, string>
  sql: QueryExecutorProvider
  /** Data of the space, or of the caller's spaces, to read in the same statement (`reading` of the kit). */
  beside?: RowBeside<unknown> | SpacesBeside<unknown> | undefined
  /** The requested page, if the operation is a list. */
  page?: Page | undefined
}
