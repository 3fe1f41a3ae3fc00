import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pick } from '../support/content-acts.ts'
import type { Random } from '../support/load-client.ts'
import {
  type OwnerName,
  owners,
  type Processes,
  type ProcessName,
  processNames,
  type ServerName,
  serverNames,
} from '../support/processes.ts'
import { stepSignal } from '../support/stepped-clock.ts'
import { cutBus } from './cut-bus.ts'
import { type DiskName, fullFor } from './disks.ts'
import { promoteStandby } from './promotion.ts'
import { type Disaster, restoreDatabase, restoreServers } from './restores.ts'

export const faultKinds = [
  'kill',
  'restart',
  'disconnect',
  'cut',
  'freeze',
  'pause',
  'step',
  'restore',
  'promote',
  'shorten',
  'fill',
] as const
type FaultKind = (typeof faultKinds)[number]

/** A fault, which is over when `inject` resolves. */
export interface Fault {
  kind: FaultKind | 'upgrade'
  /** `kill content`. */
  name: string
  on: ProcessName | ServerName
  /** True if nothing else may fail meanwhile. */
  isAlone?: true
  inject(): Promise<void>
}

interface FaultOptions {
  /** The length of pauses, and the time for which a disk is full, a database takes no writes, or a clock is wrong. */
  pauseMs: number
  /** True if the disks can be made full. */
  hasDisks: boolean
}

/** One fault of every kind on each process it can hit. */
export function faultsOf(disaster: Disaster, { pauseMs, hasDisks }: FaultOptions): Fault[] {
  const { system } = disaster
  const ended = (kind: FaultKind, on: Fault['on'], signal: NodeJS.Signals): Fault => ({
    kind,
    name: `${kind} ${on}`,
    on,
    inject: () => system.whileDown(on, () => system.end(on, signal)),
  })
  const alone = (kind: FaultKind, on: Fault['on'], what: string, inject: () => Promise<void>): Fault => ({
    kind,
    name: `${kind} ${what}`,
    on,
    isAlone: true,
    inject,
  })
  const full = (on: Fault['on'], what: string, disk: DiskName) =>
    alone('fill', on, `the disk of ${what}`, () => fullFor(system.dataFolder, disk, pauseMs))
  return [
    ...processNames.map((name) => ended('kill', name, 'SIGKILL')),
    ...serverNames.map((name) => ended('kill', name, 'SIGKILL')),
    ended('restart', 'PostgreSQL', 'SIGINT'),
    ended('restart', 'NATS', 'SIGTERM'),
    ...owners.map((name) => terminated(system, name)),
    {
      kind: 'cut',
      name: 'cut the connections of NATS',
      on: 'NATS',
      inject: () => system.whileDown('NATS', () => cutBus(system)),
    },
    ...owners.map((name) => frozen(system, name, pauseMs)),
    ...processNames.map((name) => paused(system, name, pauseMs)),
    ...processNames.map((name) => stepped(system, name, pauseMs)),
    ...owners.map((name) => alone('restore', name, name, () => restoreDatabase(disaster, name))),
    alone('restore', 'PostgreSQL', 'all but the bus', () => restoreServers(disaster, ['PostgreSQL'])),
    alone('restore', 'PostgreSQL', 'all', () => restoreServers(disaster, ['PostgreSQL', 'NATS'])),
    alone('promote', 'PostgreSQL', 'a standby', () => promoteStandby(disaster)),
    alone('shorten', 'NATS', 'the stream', () => restoreServers(disaster, ['NATS'])),
    ...(hasDisks
      ? [
          full('content', 'files', 'blobs'),
          full('PostgreSQL', 'databases', 'postgres'),
          full('NATS', 'the bus', 'nats'),
        ]
      : []),
  ]
}

const terminate =
  'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()'

/** Ends all connections that a service has to its database. */
const terminated = ({ databases }: Processes, on: OwnerName): Fault => ({
  kind: 'disconnect',
  name: `disconnect ${on}`,
  on,
  inject: () => toldTo(databases[on], [terminate]),
})

/** Has the database of a service take no writes, and leaves it with connections that go on refusing them. */
function frozen({ databases }: Processes, on: OwnerName, pauseMs: number): Fault {
  const url = databases[on]
  const setting = `database "${new URL(url).pathname.slice(1)}"`
  const inject = async () => {
    await toldTo(url, [`alter ${setting} set default_transaction_read_only = on`, terminate])
    const thaw = ['set default_transaction_read_only = off', `alter ${setting} reset default_transaction_read_only`]
    await delay(pauseMs).finally(() => toldTo(url, thaw))
  }
  return { kind: 'freeze', name: `freeze ${on}`, on, inject }
}

async function toldTo(connectionString: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function paused(system: Processes, on: ProcessName, pauseMs: number): Fault {
  const inject = () =>
    system.whileDown(on, async () => {
      const pid = system.pidOf(on)
      process.kill(pid, 'SIGSTOP')
      await delay(pauseMs).finally(() => process.kill(pid, 'SIGCONT'))
    })
  return { kind: 'pause', name: `pause ${on}`, on, inject }
}

/** Has the clock of a process wrong for a while. */
function stepped(system: Processes, on: ProcessName, pauseMs: number): Fault {
  const inject = async () => {
    const pid = system.pidOf(on)
    process.kill(pid, stepSignal)
    await delay(pauseMs)
    // Another fault may have ended it meanwhile.
    if (system.pidOf(on) === pid) process.kill(pid, stepSignal)
  }
  return { kind: 'step', name: `step the clock of ${on}`, on, inject }
}

/** Two faults at once, of different processes. */
function together(one: Fault, other: Fault): Fault {
  return {
    kind: one.kind,
    name: `${one.name} and ${other.name}`,
    on: one.on,
    inject: async () => void (await Promise.all([one.inject(), other.inject()])),
  }
}

/** Every fault once in random order, each fourth together with another one; then all of them again, for ever. */
export function* inTurn(faults: Fault[], random: Random): Generator<Fault> {
  for (;;) {
    const left = [...faults]
    for (let count = 1; left.length > 0; count += 1) {
      const fault = take(left, random)
      const other =
        count % 4 === 0
          ? pick(
              random,
              left.filter((one) => canMeet(one, fault)),
            )
          : undefined
      if (other) left.splice(left.indexOf(other), 1)
      yield other ? together(fault, other) : fault
    }
  }
}

/** True if the faults can happen together: some need the server that another fault may kill. */
const canMeet = (one: Fault, other: Fault) =>
  one.on !== other.on &&
  ![one, other].some(({ kind, isAlone }) => isAlone || kind === 'disconnect' || kind === 'freeze')

/** A few faults of each kind, in random order. */
export function fewOfEach(faults: Fault[], random: Random, few: Partial<Record<FaultKind, number>>): Fault[] {
  const chosen = faultKinds.flatMap((kind) => {
    const left = faults.filter((one) => one.kind === kind)
    return Array.from({ length: Math.min(left.length, few[kind] ?? 1) }, () => take(left, random))
  })
  return Array.from({ length: chosen.length }, () => take(chosen, random))
}

function take(faults: Fault[], random: Random): Fault {
  const [fault] = faults.splice(Math.floor(random() * faults.length), 1)
  if (!fault) throw new Error('there is no fault left')
  return fault
}
