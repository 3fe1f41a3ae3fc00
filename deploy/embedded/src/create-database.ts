import pg from 'pg'

const creationLock = 0x64_62_6d_6b

interface DatabaseOptions {
  /** Name of the database and of the role that owns it. */
  name: string
  password: string
  /** A database whose tables and rows are copied to the new one; no session may be connected to it. */
  template?: string | undefined
}

/**
 * Creates a database and a role that owns it, both called `name`, unless they exist, and sets the role's password. The
 * role can connect to no other database created here. Returns the address for the role.
 */
export async function createDatabase(superuserUrl: string, options: DatabaseOptions): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    return await createDatabaseBy(client, superuserUrl, options)
  } finally {
    await client.end()
  }
}

/** Does the same by a connection that is there: `client` has to be connected to `superuserUrl`. */
export async function createDatabaseBy(
  client: pg.Client,
  superuserUrl: string,
  { name, password, template }: DatabaseOptions,
): Promise<string> {
  // Concurrent changes of the same catalogue row would fail.
  await client.query('select pg_advisory_lock($1)', [creationLock])
  try {
    const [role, secret, database] = [pg.escapeIdentifier(name), pg.escapeLiteral(password), pg.escapeIdentifier(name)]
    const roles = await client.query('select from pg_roles where rolname = $1', [name])
    await client.query(`${roles.rowCount ? 'alter' : 'create'} role ${role} login password ${secret}`)
    const databases = await client.query('select from pg_database where datname = $1', [name])
    if (!databases.rowCount) {
      // A template is idle, so its files are copied; the default strategy would log each page.
      const source = template ? ` template ${pg.escapeIdentifier(template)} strategy file_copy` : ''
      await client.query(`create database ${database} owner ${role}${source}`)
    }
    await client.query(`revoke connect, temporary on database ${database}, postgres, template1 from public`)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [creationLock])
  }
  const url = new URL(superuserUrl)
  url.username = encodeURIComponent(name)
  url.password = encodeURIComponent(password)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}
