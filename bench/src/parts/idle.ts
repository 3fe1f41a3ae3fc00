import { setTimeout } from 'node:timers/promises'
import { createMeter, proportionalMb } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'

/** Garbage of the start is collected and its code compiled within this time. */
const settleMs = 25_000
const watchedMs = 20_000
const services = ['gateway', 'identity', 'content', 'sites', 'ai']
const memory = 'memory of the five services at rest'
const processor = 'processor time of the five services at rest'

/** Measures the system without requests. */
export const idle: Part<Measuring> = {
  name: 'at rest',
  targets: [
    { name: memory, unit: 'MB, what they share counted once', max: 600 },
    { name: processor, unit: '% of a core', max: 1 },
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
