import { restoreMark } from '@quire/kit'
import pg from 'pg'
import { type Owner, owners } from '../archive/manifest.ts'

/** The databases that a backup is restored into. */
export interface Target extends AsyncDisposable {
  clients: Record<Owner, pg.Client>
  /** Throws if services use the databases, or if these hold anything and nobody said that it may be replaced. */
  requireReplaceable(mayReplace: boolean): Promise<void>
  /** Marks all databases, so that no service starts on one before `unmark`. */
  mark(): Promise<void>
  unmark(): Promise<void>
}

export async function openTarget(databaseUrls: Record<Owner, string>): Promise<Target> {
  await using opened = new AsyncDisposableStack()
  const clients: Partial<Record<Owner, pg.Client>> = {}
  for (const owner of owners) {
    const client = new pg.Client({
      connectionString: databaseUrls[owner],
      application_name: 'restore',
      keepAlive: true,
    })
    // A connection that ends fails the statement on it.
    client.on('error', () => undefined)
    await client.connect()
    opened.defer(() => client.end())
    clients[owner] = client
  }
  const all = Object.values(clients)
  const { identity, content, sites, ai } = clients
  if (!identity || !content || !sites || !ai) throw new Error('A database is missing.')
  const everywhere = async (statement: string) => {
    for (const client of all) await client.query(statement)
  }
  const connections = opened.move()
  return {
    clients: { identity, content, sites, ai },
    async requireReplaceable(mayReplace) {
      const users = await Promise.all(all.map(countUsers))
      const count = users.reduce((sum, one) => sum + one, 0)
      if (count > 0) throw new Error(`Stop the services first: they have ${count} connections to the databases.`)
      const isMarked = (await Promise.all(all.map(hasMark))).some(Boolean)
      if (mayReplace || isMarked || !(await hasOrganizations(identity))) return
      throw new Error('There are organizations here already: --replace deletes them and everything else.')
    },
    mark: () => everywhere(`create table if not exists ${restoreMark} ()`),
    unmark: () => everywhere(`drop table if exists ${restoreMark}`),
    [Symbol.asyncDispose]: () => connections.disposeAsync(),
  }
}

async function countUsers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rows[0]?.count ?? 0
}

async function hasMark(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('${restoreMark}') is not null as is_marked`)
  return rows[0]?.is_marked === true
}

async function hasOrganizations(identity: pg.Client): Promise<boolean> {
  const { rows } = await identity.query(`select to_regclass('organization') is not null as is_made`)
  if (!rows[0]?.is_made) return false
  const { rowCount } = await identity.query('select from organization limit 1')
  return (rowCount ?? 0) > 0
}
