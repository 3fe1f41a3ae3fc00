import type { Noun } from '@quire/contracts'
import type { Kysely } from 'kysely'
import type { ZodObject, z } from 'zod'
import type { Emit } from '../outbox/emit.ts'

/** The context of a projection: the batch's transaction, and the outbox for counters that follow from it. */
export interface ProjectionContext<Tables> {
  sql: Kysely<Tables>
  emit: Emit
  /** Runs `work` once the batch has committed, and never if it rolls back; for waking workers, never for data. */
  afterCommit: (work: () => void) => void
}

/**
 * Maintains one service's copy of another's noun. Both verbs get each key once, with its newest state only. The kit has
 * dropped states that are older than the applied one.
 */
export interface Projection {
  noun: Noun
  /** Upserts states. */
  save(context: ProjectionContext<never>, states: unknown[]): Promise<void>
  /** Deletes keys. */
  remove(context: ProjectionContext<never>, keys: string[]): Promise<void>
}

interface Verbs<State, Tables> {
  save(context: ProjectionContext<Tables>, states: State[]): Promise<void>
  remove(context: ProjectionContext<Tables>, keys: string[]): Promise<void>
}

/** Declares a projection of `noun` into this service's tables. */
export function project<State extends ZodObject, Tables>(
  noun: Noun<State>,
  verbs: Verbs<z.output<State>, Tables>,
): Projection {
  return { noun, ...verbs } as unknown as Projection
}
