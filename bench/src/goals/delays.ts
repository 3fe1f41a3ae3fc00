import { followEvents } from '../events.ts'
import { percentile } from '../summary.ts'
import { rounded, table } from '../table.ts'
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
    const rows = Object.entries(delays).map(([by, all]) => [
      by,
      ...[0.5, 0.9, 0.99].map((share) => rounded(percentile(all, share))),
    ])
    const details = table(['applied by', 'p50 ms', 'p90 ms', 'p99 ms'], rows)
    return { figures: new Map([[name, percentile(delays.slowest, 0.99)]]), details }
  },
}
