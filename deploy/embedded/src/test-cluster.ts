import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { startNats } from './nats.ts'
import { freeRange } from './ports.ts'

/** A cluster of NATS servers for tests; a member is known by its number, from 0. */
export interface NatsCluster {
  /** The addresses of all members, as NATS_URL takes them. */
  url: string
  nameOf(member: number): string
  /** Ends a member by SIGKILL. */
  kill(member: number): Promise<void>
  /** Starts a member again, on what it has on its disk. */
  start(member: number): Promise<void>
  /** Ends all members and removes their data. */
  stop(): Promise<void>
}

type Member = Awaited<ReturnType<typeof startNats>>

const nameOf = (member: number) => `quire-${member}`

const retryMs = 200
/** Some election timeouts of NATS, after which members that have not found each other never do. */
const formsWithinMs = 20_000

/** Resolves with true once so many members hold a stream together, which they refuse before they have found each other. */
async function formed({ url }: Member, replicas: number): Promise<boolean> {
  const until = performance.now() + formsWithinMs
  const { host, username: token } = new URL(url)
  const connection = await connect({ servers: host, token })
  try {
    while (performance.now() < until) {
      try {
        const manager = await jetstreamManager(connection, { timeout: 1000 })
        await manager.streams.add({ name: 'formed', subjects: ['formed'], num_replicas: replicas })
        await manager.streams.delete('formed')
        return true
      } catch {
        await setTimeout(retryMs)
      }
    }
    return false
  } finally {
    await connection.close()
  }
}

/** Starts the members of a cluster, one after another; anew, if one that begins is left out by the others, as happens. */
export async function startNatsCluster(size: number): Promise<NatsCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-cluster-'))
  const first = await freeRange(2 * size)
  const routes = Array.from({ length: size }, (_, member) => first + size + member)
  const password = randomBytes(24).toString('hex')
  const startMember = (member: number) =>
    startNats({
      folder: join(folder, nameOf(member)),
      port: first + member,
      tokenFile: join(folder, 'token'),
      cluster: { name: nameOf(member), port: first + size + member, routes, password },
    })
  const members: Member[] = []
  async function stop() {
    await Promise.all(members.map((one) => one.stop()))
    await rm(folder, { recursive: true })
  }
  while (members.length < size) {
    members.push(await startMember(members.length))
    if (members[0] && members.length > 1 && !(await formed(members[0], members.length))) {
      await stop()
      members.length = 0
    }
  }
  return {
    url: members.map(({ url }) => url).join(','),
    nameOf,
    kill: async (member) => void (await members[member]?.kill()),
    async start(member) {
      members[member] = await startMember(member)
    },
    stop,
  }
}
