import type { StreamInfo } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsServers } from '@quire/kit'
import { shownValue } from '@quire/secrets/shown-value'
import { fine, problem, reasonOf, type Seen, warning } from '../run-checks.ts'

const timeoutMs = 3000

/**
 * Connects to each address of NATS_URL, if there are several: the client is content with one that answers. `hasQuorum` is false
 * if the rest cannot tell what the streams hold.
 */
export async function membersSeen(url: string): Promise<{ away: Seen[]; hasQuorum: boolean }> {
  const { servers, ...signIn } = natsServers(url)
  if (servers.length < 2) return { away: [], hasQuorum: true }
  const found = await Promise.all(
    servers.map(async (server): Promise<Seen[]> => {
      try {
        const one = await connect({ servers: server, ...signIn, name: 'doctor', timeout: timeoutMs, reconnect: false })
        await one.close()
        return []
      } catch (error) {
        const text = `${shownValue('NATS_URL', server) ?? 'a server of NATS_URL'} does not answer: ${reasonOf(error)}`
        return [problem(text, 'Start it again: while another one is away too, events are not delivered.')]
      }
    }),
  )
  const away = found.flat()
  return { away, hasQuorum: away.length < servers.length / 2 }
}

/** Compares the replicas of the streams with those that BUS_REPLICAS asks for, and names the members that lack some. */
export function replicasSeen(streams: readonly StreamInfo[], wanted: number): Seen[] {
  const seen = streams.flatMap(({ config: { name, num_replicas: replicas }, cluster }): Seen[] => {
    const others = cluster?.replicas ?? []
    const away = others.filter(({ offline }) => offline).map((one) => one.name)
    const behind = others.filter(({ offline, current }) => !offline && !current).map((one) => one.name)
    const countOf = (count: number) => `${count} ${count === 1 ? 'replica' : 'replicas'}`
    return [
      ...(replicas < wanted
        ? [
            problem(
              `stream ${name} has ${countOf(replicas)}, and BUS_REPLICAS is ${wanted}`,
              `Look whether ${wanted} servers of NATS run; a service that starts raises it.`,
            ),
          ]
        : []),
      ...(replicas > wanted
        ? [
            warning(
              `stream ${name} has ${countOf(replicas)}, more than BUS_REPLICAS asks for (${wanted})`,
              `Set BUS_REPLICAS=${replicas}; or set ${wanted} and restart a service, which lowers them.`,
            ),
          ]
        : []),
      ...(away.length > 0
        ? [problem(`stream ${name} is held by members that are away: ${away.join(', ')}`, 'Start them again.')]
        : []),
      ...(behind.length > 0
        ? [warning(`members have yet to catch up with stream ${name}: ${behind.join(', ')}`, 'Look again in a minute.')]
        : []),
    ]
  })
  return wanted > 1 && seen.length === 0 ? [fine(`${wanted} servers hold each of the streams`)] : seen
}
