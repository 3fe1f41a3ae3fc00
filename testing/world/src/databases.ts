import { createDatabase } from '@quire/embedded'
import { migrate, type ServiceDefinition } from '@quire/kit'
import pg from 'pg'

const templateLock = 0x74_6d_70_6c
const password = 'world'

/**
 * A database of a service's own, already migrated: a copy of a template that the first one to ask
 * makes. Copying takes a fraction of migrating. Returns its address.
 */
export async function migratedDatabase(
  postgresUrl: string,
  definition: Pick<ServiceDefinition, 'name' | 'schema'>,
  world: string,
): Promise<string> {
  const template = `template_${definition.name}`
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    // Making the template, and copying it, tolerate nobody else on it.
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const known = await client.query('select from pg_database where datname = $1', [template])
    if (!known.rowCount) await makeTemplate(postgresUrl, template, definition)
    const name = `${world}_${definition.name}`
    const url = await createDatabase(postgresUrl, { name, password, template })
    // What was copied still belongs to the template's role.
    await client.query(`grant ${pg.escapeIdentifier(template)} to ${pg.escapeIdentifier(name)}`)
    return url
  } finally {
    await client.end()
  }
}

async function makeTemplate(postgresUrl: string, name: string, { schema }: Pick<ServiceDefinition, 'schema'>) {
  const DATABASE_URL = await createDatabase(postgresUrl, { name, password })
  await migrate({ DATABASE_URL }, schema)
}
