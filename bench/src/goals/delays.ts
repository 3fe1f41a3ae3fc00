import { delayTable, followEvents } from '../events.ts'
import { percentile } from '../summary.ts'
import type { Part } from './goal.ts'
import type { Measuring } from './measuring.ts'

const events = 200
const name = 'a change of access, from its commit until all have applied it'

export const delays: Part<Measuring> = {
  name: 'events',
  goals: [{ name, unit: 'ms, p99', atMost: 50 }],
  async measure({ quire, prepared, principal, signal }) {
    const { organization } = prepared
    const delays = await followEvents({ quire, organization, principal, count: events, signal })
    const details = delayTable(delays)
    return { figures: new Map([[name, percentile(delays.slowest, 0.99)]]), details }
  },
}
