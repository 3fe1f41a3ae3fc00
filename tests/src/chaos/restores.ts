import { execFile } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { superuserUrl } from '@quire/embedded'
import pg from 'pg'
import type { Loss } from '../support/losses.ts'
import { type OwnerName, owners, type Processes, type ServerName } from '../support/processes.ts'

/** A fault that takes data away: a copy is made, writers go on, and the copy comes back. */
export interface Disaster {
  system: Processes
  /** Resolves when some more writes were acknowledged. */
  writes(): Promise<void>
  /** Receives what was lost. */
  losses: Loss[]
}

/** Restores the database of one owner, while the server and the services run. */
export async function restoreDatabase({ system, writes, losses }: Disaster, owner: OwnerName): Promise<void> {
  const from = performance.now()
  const copy = `${owner}_copy`
  await withoutSessions(system, owner, (client) =>
    client.query(`create database ${copy} template ${owner} owner ${owner}`),
  )
  await writes()
  await system.whileDown(owner, () =>
    withoutSessions(system, owner, async (client) => {
      losses.push({ owner, from, to: performance.now() })
      await client.query(`drop database ${owner} with (force)`)
      await client.query(`alter database ${copy} rename to ${owner}`)
      await client.query(`revoke connect, temporary on database ${owner} from public`)
    }),
  )
}

/** Does `work` while nobody is connected to the database of an owner. */
async function withoutSessions(system: Processes, owner: OwnerName, work: (client: pg.Client) => Promise<unknown>) {
  await asSuperuser(system, async (client) => {
    await client.query(`alter database ${owner} allow_connections false`)
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [owner])
    await work(client).finally(() => client.query(`alter database ${owner} allow_connections true`))
  })
}

/** Restores all databases, and the stream too if it is among the servers. */
export async function restoreServers({ system, writes, losses }: Disaster, servers: ServerName[]): Promise<void> {
  const from = performance.now()
  await whileAllStopped(system, servers, async () => {
    for (const name of servers) await copyFolder(...dataOf(system, name))
  })
  await writes()
  await whileAllStopped(system, servers, async () => {
    const to = performance.now()
    if (servers.includes('PostgreSQL')) losses.push(...owners.map((owner) => ({ owner, from, to })))
    for (const name of servers) await replaceFolder(...dataOf(system, name))
  })
}

/** Stops one server within the stop of another, so that all are stopped at one moment. */
async function whileAllStopped(
  system: Processes,
  [name, ...rest]: ServerName[],
  work: () => Promise<void>,
): Promise<void> {
  if (!name) return work()
  const stopped = () => system.whileStopped(name, signals[name], () => whileAllStopped(system, rest, work))
  await system.whileDown(name, stopped)
}

const signals = { PostgreSQL: 'SIGINT', NATS: 'SIGTERM' } as const
const folders = { PostgreSQL: 'postgres/cluster', NATS: 'nats/jetstream' } as const

/** The folder of a server's data, and that of its copy on the same disk. */
export function dataOf({ dataFolder }: Processes, name: ServerName): [folder: string, copy: string] {
  const folder = join(dataFolder, folders[name])
  return [folder, `${folder}-copy`]
}

/** Copies with owners and modes, because PostgreSQL opens only its own data. */
export async function copyFolder(folder: string, copy: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', folder, copy])
}

/** Replaces a folder by its copy. */
async function replaceFolder(folder: string, copy: string): Promise<void> {
  await rm(folder, { recursive: true })
  await rename(copy, folder)
}

/** Calls `work` with a connection of the superuser to the server that runs. */
export async function asSuperuser<Result>(
  system: Processes,
  work: (client: pg.Client) => Promise<Result>,
  port = Number(new URL(system.databases.identity).port),
): Promise<Result> {
  const client = new pg.Client({ connectionString: superuserUrl(port, system.superuserPassword()) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
