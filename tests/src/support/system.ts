import { BaseConfig, createLog, openBus, openPositions, streamIdentity } from '@quire/kit'
import { countedSubject, type World } from '@quire/world'
import pg from 'pg'
import type { OwnerName, Processes } from './processes.ts'

const patienceMs = 30_000

/** Where the services' databases are, and how to reach their bus. */
export type System = Pick<Processes, 'databases'> & { base: Record<string, string> }

export function systemOf({ services, env }: World): System {
  const addresses = Object.entries(services).map(([name, { foundation }]) => [name, foundation.config.DATABASE_URL])
  return { databases: Object.fromEntries(addresses), base: env }
}

type Databases = Record<OwnerName, pg.Pool>

export async function withDatabases<T>(
  { databases }: Pick<System, 'databases'>,
  work: (clients: Databases) => Promise<T>,
): Promise<T> {
  const names = Object.keys(databases) as OwnerName[]
  const clients = Object.fromEntries(
    names.map((name) => [name, new pg.Pool({ connectionString: databases[name], max: 4 })]),
  ) as Databases
  try {
    return await work(clients)
  } finally {
    await Promise.all(names.map((name) => clients[name].end()))
  }
}

/**
 * Resolves when nothing is left to count, every outbox is empty and every service has applied the whole stream. It looks
 * whenever content has counted, and a projector announces itself, as each does at least with every heartbeat.
 */
export async function settled(system: System): Promise<void> {
  const bus = await openBus(BaseConfig.parse(system.base), 'test', createLog('test', 'silent'))
  const positions = openPositions(bus, 'test')
  const isSettled = (clients: Databases) => async () => {
    const { rows: uncounted } = await clients.content.query(
      'select from counter_mark union all select from counter_due limit 1',
    )
    if (uncounted.length > 0) return false
    const { last } = await streamIdentity(bus)
    const behind = await Promise.all(
      Object.values(clients).map(async (client) => {
        const { rows } = await client.query(
          `select (select count(*)::int from outbox where published_at is null) as unpublished,
                  (select sequence::int from projector_position) as sequence`,
        )
        return rows[0].unpublished > 0 || rows[0].sequence < last
      }),
    )
    return !behind.includes(true)
  }
  const news = (look: () => void) => {
    const counted = bus.connection.subscribe(bus.subject(countedSubject), { callback: look })
    const stop = positions.subscribe(look)
    return () => {
      counted.unsubscribe()
      stop()
    }
  }
  try {
    await withDatabases(system, (clients) => announced(news, isSettled(clients)))
  } finally {
    await bus.close()
  }
}

function announced(news: (look: () => void) => () => void, holds: () => Promise<boolean>): Promise<void> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(reject, patienceMs, new Error('the projectors have not caught up'))
    let looking: Promise<void> = Promise.resolve()
    const look = () => {
      looking = looking.then(holds).then((done) => {
        if (!done) return
        clearTimeout(patience)
        stop()
        resolve()
      }, reject)
    }
    const stop = news(look)
    look()
  })
}
