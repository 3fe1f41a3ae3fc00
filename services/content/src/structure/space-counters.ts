import type { SpaceCountersState } from '@quire/contracts'
import { notFound } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { ContentContext } from '../context.ts'
import type { SpaceRow, ToldSpaceRow } from './spaces.state.ts'

/** What the row says, as the event tells it. */
export function spaceCountersState(row: ToldSpaceRow): z.output<typeof SpaceCountersState> {
  return {
    spaceId: row.id,
    version: Number(row.counters_version),
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
  }
}

/** By how much each counter of a space changes. */
export type CounterChange = Partial<Record<(typeof counters)[number], number>>
const counters = ['comments', 'change_requests', 'change_requests_open', 'change_requests_draft'] as const

type Counting = Pick<ContentContext, 'sql' | 'afterCommit' | 'deps'>

/**
 * Changes counters of a space under its row's lock, and leaves a mark, of which the job tells a moment later
 * (docs/adr/0046). 404 where the space is gone for good by now.
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
  afterCommit(deps.tellCounters)
  return row
}
