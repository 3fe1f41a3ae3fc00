import {
  BaseConfig,
  type Bus,
  createLog,
  heartbeatType,
  openBus,
  openPositions,
  publishControlMessage,
  streamIdentity,
} from '@quire/kit'
import { countedSubject, type World } from '@quire/world'
import pg from 'pg'
import type { OwnerName, Processes } from './processes.ts'

/** A bound for hanging waits; whole libraries of pages take a while on a busy machine. */
const waitTimeoutMs = 120_000

/** The addresses of the services' databases, and the settings of their bus. */
export type System = Pick<Processes, 'databases'> & { base: Record<string, string> }

export function systemOf({ services, env }: World): System {
  const addresses = Object.entries(services).map(([name, { foundation }]) => [name, foundation.config.DATABASE_URL])
  return { databases: Object.fromEntries(addresses), base: env }
}

type Announced = ReturnType<typeof openPositions>
type Databases = Record<OwnerName, pg.Pool>

export async function withDatabases<T>(
  { databases }: Pick<System, 'databases'>,
  work: (clients: Databases) => Promise<T>,
): Promise<T> {
  const names = Object.keys(databases) as OwnerName[]
  const clients = Object.fromEntries(
    names.map((name) => [name, new pg.Pool({ connectionString: databases[name], max: 4 })]),
  ) as Databases
  // An embedded server may end while the pools still take leave of it.
  for (const name of names) clients[name].on('error', () => undefined)
  try {
    return await work(clients)
  } finally {
    await Promise.all(names.map((name) => clients[name].end()))
  }
}

/**
 * Resolves when nothing is left to count, every outbox is empty and every service has applied the whole stream. Checks
 * whenever content has counted, and whenever a projector announces its position, which each does at every heartbeat.
 */
export async function settled(system: System): Promise<void> {
  const isSettled = (clients: Databases, bus: Bus, positions: Announced) => async () => {
    const { rows: uncounted } = await clients.content.query(
      'select from counter_mark union all select from counter_due union all select from space_counter_mark limit 1',
    )
    if (uncounted.length > 0) return false
    const { id: stream, last: sequence } = await streamIdentity(bus)
    const unpublished = await Promise.all(Object.values(clients).map(countUnpublished))
    const names = Object.keys(clients)
    const isDone =
      unpublished.every((count) => count === 0) &&
      names.every(
        (name) => positions.known(name)?.stream === stream && positions.hasReached(name, { stream, sequence }),
      )
    // Rows are marked as published a moment later, without an announcement: the next one causes another look.
    if (!isDone) await publishControlMessage(bus, heartbeatType, {})
    return isDone
  }
  await onBus(system, async (bus) => {
    const positions = openPositions(bus, 'test')
    await bus.connection.flush()
    const isDone = await withDatabases(system, (clients) =>
      announced(newsOf(bus, positions), isSettled(clients, bus, positions)),
    )
    if (!isDone) throw new Error('the counters or projectors have not caught up')
  })
}

async function countUnpublished(client: pg.Pool): Promise<number> {
  const { rows } = await client.query('select count(*)::int as count from outbox where published_at is null')
  return rows[0].count
}

/** Resolves when content has indexed all live content, and ai all content that it has received. */
export async function indexed(system: System): Promise<void> {
  const areIndexed = async ({ ai, content }: Databases) => {
    const left = await Promise.all([
      ai.query('select from search_space where pending limit 1'),
      content.query(`select from space left join search_space on search_space.space_id = space.id
        where space.deleted_at is null and search_space.revision is distinct from space.revision limit 1`),
    ])
    return left.every(({ rows }) => rows.length === 0)
  }
  const isDone = await onBus(system, (bus) =>
    withDatabases(system, (clients) =>
      announced(newsOf(bus, openPositions(bus, 'test')), async () => {
        const areDone = await areIndexed(clients)
        // The indexing of pages is not announced: the next announcement causes another look.
        if (!areDone) await publishControlMessage(bus, heartbeatType, {})
        return areDone
      }),
    ),
  )
  if (!isDone) throw new Error('content or ai has not indexed everything')
}

/** Checks whenever something was counted or applied; resolves with true if `holds` did within two minutes. */
export function reading(system: System, holds: () => Promise<boolean>): Promise<boolean> {
  return onBus(system, (bus) => announced(newsOf(bus, openPositions(bus, 'test')), holds))
}

async function onBus<T>({ base }: System, work: (bus: Bus) => Promise<T>): Promise<T> {
  const bus = await openBus(BaseConfig.parse(base), 'test', createLog('test', 'silent'))
  try {
    return await work(bus)
  } finally {
    await bus.close()
  }
}

/** Calls `look` after each count and each announcement of a projector; returns a function that stops that. */
type News = (look: () => void) => () => void

function newsOf(bus: Bus, positions: Announced): News {
  return (look) => {
    const counted = bus.connection.subscribe(bus.subject(countedSubject), { callback: look })
    const stop = positions.subscribe(look)
    return () => {
      counted.unsubscribe()
      stop()
    }
  }
}

function announced(news: News, holds: () => Promise<boolean>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const finish = (held: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(held)
    }
    const timer = setTimeout(finish, waitTimeoutMs, false)
    let isLooking = false
    let again = false
    // An announcement during a look causes one more look.
    async function look() {
      again = true
      if (isLooking) return
      isLooking = true
      while (again) {
        again = false
        if (await holds()) finish(true)
      }
      isLooking = false
    }
    const lookNow = () => void look().catch(reject)
    const stop = news(lookNow)
    lookNow()
  })
}
