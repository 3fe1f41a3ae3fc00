import { setTimeout } from 'node:timers/promises'
import { createMeter, proportionalMb } from '../meter.ts'
import type { Quire } from '../system.ts'
import type { Part } from './goal.ts'

/** What the start left to collect and compile is done by then. */
const settleMs = 30_000
const watchedMs = 20_000
const services = ['gateway', 'identity', 'content', 'sites', 'ai']
const memory = 'memory of the five services at rest'
const processor = 'processor time of the five services at rest'

/** What the system takes while nobody asks for anything. */
export const idle: Part<{ quire: Quire; signal: AbortSignal }> = {
  name: 'at rest',
  goals: [
    { name: memory, unit: 'MB, what they share counted once', atMost: 600 },
    { name: processor, unit: '% of a core', atMost: 1 },
  ],
  async measure({ quire, signal }) {
    await setTimeout(settleMs, undefined, { signal })
    const watched = quire.processes.filter(({ name }) => services.includes(name))
    const meter = createMeter(watched)
    const before = meter.read()
    await setTimeout(watchedMs, undefined, { signal })
    const { cpuMs } = meter.since(before)
    const taken = watched.map((one) => ({ name: one.name, megabytes: proportionalMb(one) }))
    const figures = new Map([
      [memory, taken.reduce((sum, { megabytes }) => sum + megabytes, 0)],
      [processor, (100 * cpuMs) / watchedMs],
    ])
    return { figures, details: taken.map((one) => `${one.name} ${Math.round(one.megabytes)} MB`).join(', ') }
  },
}
