import { afterAll, expect, test } from '@jest/globals'
import { Migration } from '@mikro-orm/migrations'
import { createDatabase, dropDatabase, testBackends } from '@quire/embedded'
import { migrate } from '../src/db/migrate.ts'
import { newId } from '../src/ids.ts'

class Known0001 extends Migration {
  override up(): void {
    this.addSql('create table known (id text primary key)')
  }
}

class Newer0002 extends Migration {
  override up(): void {
    this.addSql('create table newer (id text primary key)')
  }
}

const { postgresUrl } = testBackends()
const name = `newer_${newId().toLowerCase()}`
afterAll(() => dropDatabase(postgresUrl, name))

test('a service refuses a schema that is newer than itself, and names the newest migration of both', async () => {
  const DATABASE_URL = await createDatabase(postgresUrl, { name, password: 'newer' })
  await migrate({ DATABASE_URL }, { migrations: [Known0001, Newer0002] })
  await expect(migrate({ DATABASE_URL }, { migrations: [Known0001] })).rejects.toThrow(
    /Newer0002.* is newer than this version of Quire \(Known0001\)/,
  )
  await migrate({ DATABASE_URL }, { migrations: [Known0001, Newer0002] })
})
