import { createHash } from 'node:crypto'
import pg from 'pg'
import { createDatabase } from './databases.ts'

const templateLock = 0x74_6d_70_6c

interface CopyOptions {
  /** Name of the database and of the role that owns it. */
  name: string
  /** What the template is made by, as text: databases of one text are copies of one template. */
  source: string
  /** Puts into the empty database at `url` what all copies start with. */
  make(url: string): Promise<void>
}

/**
 * A test's own database: a copy of a template that the first one to ask makes. Copying takes a fraction of migrating.
 * Returns its address.
 */
export async function copiedDatabase(superuserUrl: string, { name, source, make }: CopyOptions): Promise<string> {
  const template = `template_${createHash('sha256').update(source).digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    // Nobody else may be on a template while it is copied, so the others wait until it is made.
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const known = await client.query('select from pg_database where datname = $1', [template])
    if (!known.rowCount) await make(await createDatabase(superuserUrl, { name: template, password: template }))
    const url = await createDatabase(superuserUrl, { name, password: name, template })
    // What was copied still belongs to the template's role.
    await client.query(`grant ${pg.escapeIdentifier(template)} to ${pg.escapeIdentifier(name)}`)
    return url
  } finally {
    await client.end()
  }
}
