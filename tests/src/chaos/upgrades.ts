import { join } from 'node:path'
import { startServiceProcess } from '@quire/embedded'
import { type Processes, type ProcessName, scriptOf } from '../support/processes.ts'
import { steppedClock } from '../support/stepped-clock.ts'
import type { Fault } from './inject-faults.ts'
import type { ProcessEnd } from './unexplained-failures.ts'

/** The order of docs/operations.md: each service knows new calls before another makes them. */
const order: ProcessName[] = ['identity', 'content', 'ai', 'sites', 'gateway']
const readyWithinMs = 120_000
/** The address of the processes that run beside those of the system. */
const besideHost = '127.0.0.2'
const twoAddresses = new URL('two-addresses.ts', import.meta.url).href

/** The environment of processes that find each other at two addresses, and say that they stop, as those of the images do. */
export const replicaEnv = {
  SHUTDOWN_DRAIN_MS: '3000',
  NODE_OPTIONS: `${steppedClock} --import=${twoAddresses}`,
}

interface Upgrading {
  system: Processes
  /** Resolves once some further writes were acknowledged. */
  writes: () => Promise<unknown>
  /** Receives each end of a process behind the gateway of the earlier version. */
  ends: ProcessEnd[]
}

/**
 * The replacement of each process of an earlier version by one of this version, as faults in the documented order. The new
 * one starts beside the old one and migrates its database; both serve while people write; then the old one ends. At each
 * moment one of them serves.
 */
export const upgradesOf = ({ system, writes, ends }: Upgrading): Fault[] =>
  order.map((name) => ({
    kind: 'upgrade',
    name: `upgrade ${name}`,
    on: name,
    isAlone: true,
    async inject() {
      const noted = (end: () => Promise<void>) => (name === 'gateway' ? end() : notingIn(ends, end))
      const beside = await startBeside(system, name)
      try {
        await writes()
        // In front of gateways stands a proxy, which uses the one that stays.
        if (name === 'gateway') system.useGateway(system.addressOf(name).replace('127.0.0.1', besideHost))
        system.switchToPresent(name)
        await noted(() => system.whileDown(name, () => system.end(name, 'SIGTERM')))
        await writes()
      } finally {
        system.useGateway()
        await noted(() => beside.stop())
      }
    },
  }))

async function notingIn(ends: ProcessEnd[], end: () => Promise<void>): Promise<void> {
  const one: ProcessEnd = { from: performance.now(), to: undefined }
  ends.push(one)
  await end()
  one.to = performance.now()
}

/** Starts a further process of this version, at the port of the system's own; resolves when it is ready. */
async function startBeside(system: Processes, name: ProcessName) {
  return startServiceProcess({
    name: `${name}-beside`,
    script: scriptOf(name),
    env: { ...process.env, ...system.envOf(name), HOST: besideHost },
    logFolder: join(system.dataFolder, 'logs'),
    terminal: { line: () => undefined },
    signal: AbortSignal.timeout(readyWithinMs),
  })
}
