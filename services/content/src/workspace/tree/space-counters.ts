import type { SpaceCountersState } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { WorkspaceContext } from '../context.ts'
import type { SpaceEventRow, SpaceRow } from './spaces.state.ts'

/** Builds the state of the counters event from the row. */
export function spaceCountersState(row: SpaceEventRow): z.output<typeof SpaceCountersState> {
  return {
    spaceId: row.id,
    version: Number(row.counters_version),
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
  }
}

/** The differences by which counters of a space change. */
export type CounterChange = Partial<Record<(typeof counters)[number], number>>
const counters = ['comments', 'change_requests', 'change_requests_open', 'change_requests_draft'] as const

type Counting = Pick<WorkspaceContext, 'sql' | 'afterCommit' | 'deps'>

/**
 * Changes counters of a space under the lock on its row, and adds a counter mark, from which the job publishes the
 * counters a moment later (docs/adr/0010). Throws 404 if the space was purged meanwhile.
 */
export async function countInSpace(
  { sql, afterCommit, deps }: Counting,
  id: string,
  change: CounterChange,
): Promise<SpaceRow> {
  const changed = counters.filter((name) => change[name])
  const row = await sql
    .with('marked', (marks) => marks.insertInto('space_counter_mark').values({ space_id: id }))
    .updateTable('space')
    .set(Object.fromEntries(changed.map((name) => [name, raw`${raw.ref(name)} + ${change[name]}`])))
    .set({ counters_version: raw<number>`counters_version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('The space')
  afterCommit(deps.publishCounters)
  return row
}
