import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { createDatabaseBy } from './create-database.ts'

const templateLock = 0x74_6d_70_6c

interface CopyOptions {
  /** Name of the database and of the role that owns it. */
  name: string
  /** A text that identifies the content of the template: databases with the same text are copies of one template. */
  source: string
  /** Writes the content of all copies into the empty database at `url`. */
  make(url: string): Promise<void>
}

/**
 * Creates a test's own database: a copy of a template that the first caller creates. Copying takes a fraction of the time
 * of migrating. Returns its address.
 */
export function copiedDatabase(superuserUrl: string, { name, source, make }: CopyOptions): Promise<string> {
  const template = `template_${createHash('sha256').update(source).digest('hex').slice(0, 16)}`
  return asSuperuser(superuserUrl, async (client) => {
    // No session may be on a template while it is copied, so other processes wait until it exists.
    await client.query('select pg_advisory_lock($1)', [templateLock])
    try {
      const create = (options: Parameters<typeof createDatabaseBy>[2]) =>
        createDatabaseBy(client, superuserUrl, options)
      const known = await client.query('select from pg_database where datname = $1', [template])
      if (!known.rowCount) await make(await create({ name: template, password: template }))
      const url = await create({ name, password: name, template })
      // The copied tables still belong to the role of the template.
      await client.query(`grant ${pg.escapeIdentifier(template)} to ${pg.escapeIdentifier(name)}`)
      return url
    } finally {
      await client.query('select pg_advisory_unlock($1)', [templateLock])
    }
  })
}

const maxLooks = 100

/** Removes a database and its role, ending sessions that stay on it. Absent ones are no error. */
export function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  return asSuperuser(superuserUrl, async (client) => {
    // The end of a pool resolves before the server has heard of it, and a session that is ended meanwhile fails its test.
    for (let look = 0; look < maxLooks; look += 1) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
      if (rowCount === 0) break
      await setTimeout(10)
    }
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await client.query(`drop role if exists ${pg.escapeIdentifier(name)}`)
  })
}

interface Superuser {
  client: Promise<pg.Client>
  /** Resolves when nobody uses the connection any more. */
  free: Promise<unknown>
}

/**
 * One connection to each server for the whole process, used by one caller after another: the many databases of a test run
 * are created and removed by it, and opening one takes the server longer than copying a database.
 */
const superusers = new Map<string, Superuser>()

async function asSuperuser<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const superuser = superusers.get(url) ?? { client: connected(url), free: Promise.resolve() }
  superusers.set(url, superuser)
  const working = superuser.free.then(async () => work(await superuser.client))
  superuser.free = working.catch(() => undefined)
  return working
}

async function connected(url: string): Promise<pg.Client> {
  const forget = () => superusers.delete(url)
  // The types of the driver leave `unref` out.
  const client = new pg.Client({ connectionString: url }) as pg.Client & { unref(): void }
  client.on('error', forget)
  client.on('end', forget)
  await client.connect().catch((error) => {
    forget()
    throw error
  })
  // An idle connection must not keep the process from ending.
  client.unref()
  return client
}
