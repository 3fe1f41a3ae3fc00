import { freePort, startServiceProcess } from '@quire/embedded'
import { type Processes, type ProcessName, scriptOf } from '../support/processes.ts'
import type { Fault } from './inject-faults.ts'

/** The order of docs/operations.md: each service knows new calls before another makes them. */
const order: ProcessName[] = ['identity', 'content', 'ai', 'sites', 'gateway']
const readyWithinMs = 120_000

interface Upgrading {
  system: Processes
  /** Resolves once some further writes were acknowledged. */
  writes: () => Promise<unknown>
}

/**
 * The replacement of each process of an earlier version by one of this version, as faults in the documented order. The new
 * one starts beside the old one and migrates its database; both serve while people write; then the old one ends.
 */
export const upgradesOf = ({ system, writes }: Upgrading): Fault[] =>
  order.map((name) => ({
    kind: 'upgrade',
    name: `upgrade ${name}`,
    on: name,
    isAlone: true,
    async inject() {
      const beside = await startBeside(system, name)
      try {
        await writes()
        system.switchToPresent(name)
        await system.whileDown(name, () => system.end(name, 'SIGTERM'))
        await writes()
      } finally {
        await beside.stop()
      }
    },
  }))

/** Starts a further process of this version, on a port of its own; resolves when it is ready. */
async function startBeside(system: Processes, name: ProcessName) {
  return startServiceProcess({
    name: `${name}-beside`,
    script: scriptOf(name),
    env: { ...process.env, ...system.envOf(name), PORT: `${await freePort()}` },
    logFolder: system.dataFolder,
    terminal: { line: () => undefined },
    signal: AbortSignal.timeout(readyWithinMs),
  })
}
