// node deploy/docker/databases.ts <folder>
// Creates a database and a role for each service that has one, with the passwords that secrets.ts generated.
import { resolve } from 'node:path'
import { createDatabase } from '../embedded/src/create-database.ts'
import { databaseOwners } from '../embedded/src/start-settings.ts'
import { addresses, keysIn } from './system-keys.ts'

const { superuserPassword, databasePassword } = keysIn(resolve(process.argv[2] ?? 'secrets'))
const superuserUrl = `postgresql://postgres:${encodeURIComponent(superuserPassword)}@${addresses.postgres}/postgres`

for (const name of databaseOwners) await createDatabase(superuserUrl, { name, password: databasePassword(name) })
