import { EventEnvelope } from '@quire/contracts'
import { type Bus, createLog, openBus, openPositions, positionHeader, readPosition } from '@quire/kit'
import { z } from 'zod'
import { clientOf, must } from './api.ts'
import type { Organization } from './data.ts'
import type { principals } from './direct.ts'
import { percentile } from './summary.ts'
import type { Quire } from './system.ts'
import { rounded, table } from './table.ts'

const projectors = ['content', 'sites', 'ai'] as const
type Projector = (typeof projectors)[number]

/**
 * Milliseconds from when the event was made, in the transaction that then commits, until it was in the stream, and until
 * each projector, and the slowest, had applied it. The commit is between the first two.
 */
export type Delays = Record<'stream' | Projector | 'slowest', number[]>

const patienceMs = 5000

/** How long the events of changes of access took, by who applied them. */
export function delayTable(delays: Delays): string {
  const rows = Object.entries(delays).map(([by, all]) => [
    by,
    ...[0.5, 0.9, 0.99].map((share) => rounded(percentile(all, share))),
    all.length,
  ])
  const title = 'a change of access, from when it was made until it was in, or applied by'
  return table([title, 'p50 ms', 'p90 ms', 'p99 ms', 'events'], rows)
}

interface EventOptions {
  quire: Pick<Quire, 'services' | 'config'>
  organization: Pick<Organization, 'organization' | 'userId'>
  principal: ReturnType<typeof principals>
  count: number
  signal: AbortSignal
}

/** Puts a member into a team and takes them out again, and follows the event of each to every projector. */
export async function followEvents(options: EventOptions): Promise<Delays> {
  const { quire, count, signal } = options
  const bus = await openBus(quire.config, 'bench', createLog('bench', 'warn'))
  const arrivals = watchArrivals(bus)
  const delays: Delays = { stream: [], content: [], sites: [], ai: [], slowest: [] }
  try {
    const change = await changesOfAccess(options)
    for (let number = 0; number < count; number += 1) {
      signal.throwIfAborted()
      const sequence = await change(number % 2 === 0 ? 'add' : 'remove')
      const { at, streamAt } = await toldAt(bus, sequence)
      delays.stream.push(streamAt - at)
      const applied = await Promise.all(projectors.map((one) => arrivals.at(one, sequence)))
      for (const [index, one] of projectors.entries()) delays[one].push((applied[index] ?? Number.NaN) - at)
      delays.slowest.push(Math.max(...applied) - at)
    }
  } finally {
    await bus.close()
  }
  return delays
}

/** Makes a team; each change of its only member answers the place of its event in the stream. */
async function changesOfAccess({ quire, organization: { organization, userId }, principal, signal }: EventOptions) {
  const send = clientOf(quire.services.identity.url, signal)
  const teams = `/v1/orgs/${organization}/teams`
  const created = await must(
    send('PUT', teams, { title: 'Measured' }, principal('createOrganizationTeam', teams).header),
  )
  const members = `${teams}/${z.object({ id: z.string() }).parse(created).id}/members`
  return async (how: 'add' | 'remove') => {
    const { header } = principal('updateMembersInOrganizationTeam', members)
    const { headers, status } = await send('PUT', members, { [how]: [userId] }, header)
    const sequence = readPosition(String(headers[positionHeader]))?.sequence
    if (sequence === undefined) throw new Error(`identity tells no position of a change of access: ${status}`)
    return sequence
  }
}

/** When the service made the event, with the commit still to come, and when it came into the stream. */
async function toldAt(bus: Bus, seq: number): Promise<{ at: number; streamAt: number }> {
  const message = await bus.manager.streams.getMessage(bus.stream, { seq })
  if (!message) throw new Error(`the stream has no message ${seq}`)
  return { at: Date.parse(EventEnvelope.parse(message.json()).at), streamAt: message.time.getTime() }
}

/** Notes when each projector announces how far it is. */
function watchArrivals(bus: Bus) {
  const positions = openPositions(bus, 'bench')
  const seen = new Map<Projector, { sequence: number; at: number }[]>(projectors.map((one) => [one, []]))
  positions.subscribe(() => {
    const at = performance.timeOrigin + performance.now()
    for (const [projector, list] of seen) {
      const sequence = positions.known(projector)?.sequence
      if (sequence !== undefined && list.at(-1)?.sequence !== sequence) list.push({ sequence, at })
    }
  })
  return {
    /** When `projector` had applied this much, in milliseconds since the epoch. */
    async at(projector: Projector, sequence: number): Promise<number> {
      const position = { stream: (await bus.manager.streams.info(bus.stream)).created, sequence }
      if (!(await positions.reached(projector, position, patienceMs))) {
        throw new Error(`${projector} has not applied an event in ${patienceMs} ms`)
      }
      // A projector that announced it before we listened cannot be told from one that announces it now.
      const first = seen.get(projector)?.find((one) => one.sequence >= sequence)
      return first?.at ?? performance.timeOrigin + performance.now()
    },
  }
}
