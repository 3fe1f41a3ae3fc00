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

/** A fault, which is over when `inject` resolves. */
export interface Fault {
  /** `kill content`. */
  name: string
  on: ProcessName | ServerName
  inject(): Promise<void>
}

/** One fault of every kind on each process it can hit; pauses last `pauseMs`. */
export function faultsOf(system: Processes, pauseMs: number): Fault[] {
  const ended = (word: string, on: Fault['on'], signal: NodeJS.Signals): Fault => ({
    name: `${word} ${on}`,
    on,
    inject: () => system.whileDown(on, () => system.end(on, signal)),
  })
  return [
    ...processNames.map((name) => ended('kill', name, 'SIGKILL')),
    ...serverNames.map((name) => ended('kill', name, 'SIGKILL')),
    ended('restart', 'PostgreSQL', 'SIGINT'),
    ended('restart', 'NATS', 'SIGTERM'),
    ...owners.map((name) => terminated(system, name)),
    ...processNames.map((name) => paused(system, name, pauseMs)),
  ]
}

/** Ends all connections that a service has to its database. */
function terminated({ databases }: Processes, on: OwnerName): Fault {
  const inject = async () => {
    const client = new pg.Client({ connectionString: databases[on] })
    await client.connect()
    try {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
      )
    } finally {
      await client.end()
    }
  }
  return { name: `disconnect ${on}`, on, inject }
}

function paused(system: Processes, on: ProcessName, pauseMs: number): Fault {
  const inject = () =>
    system.whileDown(on, async () => {
      const pid = system.pidOf(on)
      process.kill(pid, 'SIGSTOP')
      await delay(pauseMs).finally(() => process.kill(pid, 'SIGCONT'))
    })
  return { name: `pause ${on}`, on, inject }
}

/** Two faults at once, of different processes. */
function together(one: Fault, other: Fault): Fault {
  return {
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

/** True if the faults conflict: a disconnection needs the server that another fault may kill. */
const canMeet = (one: Fault, other: Fault) =>
  one.on !== other.on && ![one, other].some(({ name }) => name.startsWith('disconnect'))

function take(faults: Fault[], random: Random): Fault {
  const [fault] = faults.splice(Math.floor(random() * faults.length), 1)
  if (!fault) throw new Error('there is no fault left')
  return fault
}
