import { setTimeout } from 'node:timers/promises'
import { createMeter } from '../meter.ts'
import type { Quire } from '../system.ts'
import type { Part } from './goal.ts'

const settleMs = 5_000
const watchedMs = 20_000
const services = ['gateway', 'identity', 'content', 'sites', 'ai']
const memory = 'resident memory of the five services at rest'
const processor = 'processor time of the five services at rest'

/** What the system takes while nobody asks for anything. */
export const idle: Part<{ quire: Quire; signal: AbortSignal }> = {
  name: 'at rest',
  goals: [
    { name: memory, unit: 'MB', atMost: 600 },
    { name: processor, unit: '% of a core', atMost: 1 },
  ],
  async measure({ quire, signal }) {
    await setTimeout(settleMs, undefined, { signal })
    const meter = createMeter(quire.processes.filter(({ name }) => services.includes(name)))
    const before = meter.read()
    await setTimeout(watchedMs, undefined, { signal })
    const { cpuMs } = meter.since(before)
    const resident = meter.memory()
    const figures = new Map([
      [memory, resident.reduce((sum, { megabytes }) => sum + megabytes, 0)],
      [processor, (100 * cpuMs) / watchedMs],
    ])
    return { figures, details: resident.map((one) => `${one.name} ${Math.round(one.megabytes)} MB`).join(', ') }
  },
}
