import { setTimeout } from 'node:timers/promises'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { causesOf } from '../causes.ts'
import { type MigrationClass, migrationTable } from './kit-migrations.ts'

/** Gets lines for the log of whoever waits for migrations. */
export type Report = (line: string) => void

/**
 * How long a migration waits for a table that others use: whoever wants the table meanwhile waits behind it. After that it
 * lets the others go first, and begins anew.
 */
const lockTimeoutMs = 500
const othersFirstMs = 250
const lockNotAvailable = '55P03'

/**
 * Does the migrations that a database has not done. Each commits by itself, so that it keeps its locks for no longer than
 * it takes; those of a new database, which nobody uses yet, commit together, which is faster.
 */
export async function runMigrations(
  clientUrl: string,
  migrations: readonly MigrationClass[],
  done: ReadonlySet<string>,
  report: Report,
): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl,
    driverOptions: { options: `-c lock_timeout=${lockTimeoutMs}` },
    entities: [],
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    // Long migrations report their progress to it.
    logger: report,
    migrations: {
      snapshot: false,
      silent: true,
      allOrNothing: done.size === 0,
      tableName: migrationTable,
      migrationsList: migrations.map((one) => ({ name: one.name, class: one })),
    },
  })
  const { migrator } = orm
  if (done.size > 0) {
    migrator.on('migrating', ({ name }) => report(`migration ${name} of the database begins`))
    migrator.on('migrated', ({ name }) => report(`migration ${name} of the database is done`))
  }
  try {
    while (!(await areDone(migrator))) {
      report('a migration of the database waits for others to leave its table')
      await setTimeout(othersFirstMs)
    }
  } finally {
    await orm.close()
  }
}

/** False if a table was in use for so long that others would have waited. */
async function areDone(migrator: MikroORM['migrator']): Promise<boolean> {
  try {
    await migrator.up()
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

const isLockTimeout = (error: unknown): boolean => causesOf(error).some(({ code }) => code === lockNotAvailable)
