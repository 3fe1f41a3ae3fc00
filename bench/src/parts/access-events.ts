import { EventEnvelope } from '@quire/contracts'
import { type Bus, createLog, openBus, openPositions, positionHeader, readPosition } from '@quire/kit'
import { z } from 'zod'
import { createOrganization } from '../data/pages.ts'
import { createClient, expectSuccess } from '../load/client.ts'
import type { Measuring, Part } from '../part.ts'
import { percentile } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'

const projectors = ['content', 'sites', 'ai'] as const
type Projector = (typeof projectors)[number]

/**
 * Milliseconds from the creation of each event, in the transaction that then commits, until it was in the stream, and until
 * each projector, and the slowest, had applied it.
 */
type Delays = Record<'stream' | Projector | 'slowest', number[]>

const timeoutMs = 5000

const name = 'a change of access, from its commit until all have applied it'

/** Follows the events of changes of access to the services that apply them. */
export const accessEvents: Part<Measuring> = {
  name: 'events',
  targets: [{ name, unit: 'ms, p99', max: 50 }],
  async measure(on) {
    const delays = await followEvents(on, await createOrganization(on, 'Followed'))
    return { figures: new Map([[name, percentile(delays.slowest, 0.99)]]), details: delayTable(delays) }
  },
}

/** The delays of the events, by the projector that applied them. */
function delayTable(delays: Delays): string {
  const rows = Object.entries(delays).map(([by, all]) => [
    by,
    ...[0.5, 0.9, 0.99].map((share) => rounded(percentile(all, share))),
    all.length,
  ])
  const title = 'a change of access, from its creation until it was in, or applied by'
  return table([title, 'p50 ms', 'p90 ms', 'p99 ms', 'events'], rows)
}

/** Puts a member into a team and takes them out again, and follows the event of each to every projector. */
async function followEvents(on: Measuring, organization: string): Promise<Delays> {
  const { quire, options, signal } = on
  const bus = await openBus(quire.config, 'bench', createLog('bench', 'warn'))
  const arrivals = watchArrivals(bus)
  const delays: Delays = { stream: [], content: [], sites: [], ai: [], slowest: [] }
  try {
    const change = await accessChanges(on, organization)
    for (let number = 0; number < options.events; number += 1) {
      signal.throwIfAborted()
      const sequence = await change(number % 2 === 0 ? 'add' : 'remove')
      const { at, streamAt } = await eventTimes(bus, sequence)
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

/** Creates a team; each change of its only member returns the position of its event in the stream. */
async function accessChanges({ quire, userId, principal, signal }: Measuring, organization: string) {
  const send = createClient(quire.services.identity.url, signal)
  const teams = `/v1/orgs/${organization}/teams`
  const created = await expectSuccess(
    send('PUT', teams, { title: 'Measured' }, principal('createOrganizationTeam', teams).header),
  )
  const members = `${teams}/${z.object({ id: z.string() }).parse(created).id}/members`
  return async (how: 'add' | 'remove') => {
    const { header } = principal('updateMembersInOrganizationTeam', members)
    const { headers, status } = await send('PUT', members, { [how]: [userId] }, header)
    const sequence = readPosition(String(headers[positionHeader]))?.sequence
    if (sequence === undefined) throw new Error(`identity returned no position of a change of access: ${status}`)
    return sequence
  }
}

/** The time at which the service created the event, before its commit, and the time at which it entered the stream. */
async function eventTimes(bus: Bus, seq: number): Promise<{ at: number; streamAt: number }> {
  const message = await bus.manager.streams.getMessage(bus.stream, { seq })
  if (!message) throw new Error(`the stream has no message ${seq}`)
  return { at: Date.parse(EventEnvelope.parse(message.json()).at), streamAt: message.time.getTime() }
}

/** Records the time at which each projector announces its position. */
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
    /** Milliseconds since the epoch at which `projector` had applied the event. */
    async at(projector: Projector, sequence: number): Promise<number> {
      const position = { stream: (await bus.manager.streams.info(bus.stream)).created, sequence }
      if (!(await positions.reached(projector, position, timeoutMs))) {
        throw new Error(`${projector} has not applied an event in ${timeoutMs} ms`)
      }
      // An announcement from before the subscription counts as one of now.
      const first = seen.get(projector)?.find((one) => one.sequence >= sequence)
      return first?.at ?? performance.timeOrigin + performance.now()
    },
  }
}
