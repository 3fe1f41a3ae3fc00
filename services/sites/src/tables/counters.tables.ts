import type { SpaceCounters } from '@quire/contracts'
import type { z } from 'zod'

/** The counters of spaces that content last published. A space without a row has zero of everything. */
export interface CounterTables {
  space_counters: { space_id: string; counters: z.output<typeof SpaceCounters> }
}
