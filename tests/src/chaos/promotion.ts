import { chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { passable, startPostgres } from '@quire/embedded'
import { owners, type Processes } from '../support/processes.ts'
import { asSuperuser, copyFolder, type Disaster, dataOf } from './restores.ts'

const caughtUpWithinMs = 30_000
const lookEveryMs = 50

/** Lets a standby follow the database server, then lose touch; the server dies, and the standby replaces it. */
export async function promoteStandby({ system, writes, losses }: Disaster): Promise<void> {
  const [cluster] = dataOf(system, 'PostgreSQL')
  const folder = join(dirname(cluster), 'standby')
  await mkdir(folder, { mode: passable })
  await system.whileDown('PostgreSQL', () =>
    system.whileStopped('PostgreSQL', 'SIGINT', () => copyFolder(cluster, join(folder, 'cluster'))),
  )
  await markAsStandby(join(folder, 'cluster'))
  const following = await startStandby(system, folder)
  await writes()
  const from = performance.now()
  await caughtUp(system, following.port)
  await following.stop()
  await writes()
  await system.whileDown('PostgreSQL', () =>
    system.whileStopped('PostgreSQL', 'SIGKILL', async () => {
      const to = performance.now()
      losses.push(...owners.map((owner) => ({ owner, from, to })))
      const standby = await startStandby(system, folder)
      await asSuperuser(system, (client) => client.query('select pg_promote()'), standby.port)
      await standby.stop()
      await rm(cluster, { recursive: true })
      await rename(join(folder, 'cluster'), cluster)
      await rm(folder, { recursive: true })
    }),
  )
}

async function markAsStandby(cluster: string): Promise<void> {
  const { uid, gid } = await stat(cluster)
  await writeFile(join(cluster, 'standby.signal'), '')
  await chown(join(cluster, 'standby.signal'), uid, gid)
}

function startStandby(system: Processes, folder: string) {
  const { port } = new URL(system.databases.identity)
  const primary = `host=127.0.0.1 port=${port} user=postgres password=${system.superuserPassword()}`
  const passwordFile = join(system.dataFolder, 'secrets', 'postgres-superuser.password')
  return startPostgres({ folder, passwordFile, settings: { primary_conninfo: primary } })
}

/** Resolves when the standby has all that the server has now. */
async function caughtUp(system: Processes, port: number): Promise<void> {
  const wanted = await asSuperuser(system, async (client) => {
    const { rows } = await client.query('select pg_current_wal_flush_lsn() as lsn')
    return rows[0].lsn
  })
  await asSuperuser(
    system,
    async (client) => {
      for (const deadline = Date.now() + caughtUpWithinMs; ; await delay(lookEveryMs)) {
        const { rows } = await client.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [wanted])
        if (rows[0].reached) return
        if (Date.now() > deadline) throw new Error('the standby does not follow the server')
      }
    },
    port,
  )
}
