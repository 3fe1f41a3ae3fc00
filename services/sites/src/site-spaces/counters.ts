import { rowsOf } from '@quire/access'
import { SpaceCounters, spaceCounters } from '@quire/contracts'
import type { z } from 'zod'

/** What content last told of a space's counters; those of a space without a row are zero. */
export interface CounterTables {
  space_counters: { space_id: string; counters: z.output<typeof SpaceCounters> }
}

export const noCounters = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }

export const countersOfSpaces = rowsOf(spaceCounters, 'space_counters', ['space_id'], (state) => ({
  space_id: state.spaceId,
  counters: SpaceCounters.parse(state),
}))
