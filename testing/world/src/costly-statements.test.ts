import { expect, test } from '@jest/globals'
import { Migration } from '@mikro-orm/migrations'
import { migrations as ai } from '@quire/ai/migrations'
import { migrations as content } from '@quire/content/migrations'
import { migrations as identity } from '@quire/identity/migrations'
import { LongMigration, type MigrationClass, migrationsOf } from '@quire/kit'
import { migrations as sites } from '@quire/sites/migrations'
import { tablesHeldBy } from './costly-statements.ts'

/** Migrations from before the rule: installations have done them, so they never change. A new one does not belong here. */
const released = `
  Identity0002 Identity0003 IdentityIndexes0001 Identity0004 Identity0006 Identity0012 Identity0016 Identity0021
  Identity0023 Identity0025 Identity0026
  Content0003 Content0004 Content0006 Content0007 Content0010 Content0012 Content0013 Content0015 Content0021
  Content0022 Content0023 Content0024 Content0037 Content0040 Content0048 Content0051 Content0061
  SitesIndexes0001 Sites0005 Sites0007 Sites0012 Sites0017 Sites0036 Sites0045 Sites0052 Sites0055 Sites0056 Sites0064
  Ai0003 Ai0005 Ai0009 Ai0010 Ai0013 Ai0028`
  .trim()
  .split(/\s+/)

test('only long migrations read or write many rows of a table that is in use, so that nobody waits for an upgrade', async () => {
  const all = new Set([identity, content, sites, ai].flatMap((migrations) => migrationsOf({ migrations })))
  const found = []
  for (const migration of all) if ((await tablesHeldBy(migration)).length > 0) found.push(migration.name)
  expect(found).toEqual(released)
})

function migrationOf(...statements: string[]): MigrationClass {
  return class extends Migration {
    override up(): void {
      for (const statement of statements) this.addSql(statement)
    }
  }
}

test.each([
  ['an index', 'create unique index page_key on page (key)'],
  ['an update', 'update page set length = 0'],
  ['an update of some', 'with some as (select 1)\n  update only page p set length = 0'],
  ['a deletion', 'delete from page where length = 0'],
  ['a constraint', 'alter table page add constraint page_length check (length > 0)'],
  ['a foreign key', 'alter table page add foreign key (space_id) references space'],
  ['the validation of a constraint', 'alter table page validate constraint page_length'],
  ['a column that may not be null', 'alter table page alter column length set not null'],
  ['another type', 'alter table page alter length type bigint'],
  ['a computed column', 'alter table page add column size int generated always as (length * 2) stored'],
])(
  '%s holds the rows of a table that was there before, and none of one that the migration makes',
  async (_, statement) => {
    expect(await tablesHeldBy(migrationOf(statement))).toEqual(['page'])
    expect(await tablesHeldBy(migrationOf('create table page (key text)', statement))).toEqual([])
  },
)

test.each([
  ['a column', 'alter table page add column kind text not null default 1'],
  ['a constraint of new rows', 'alter table page add constraint page_length check (length > 0) not valid'],
  [
    'a function',
    'create function touch() returns trigger as $$ begin update page set length = 0; end $$ language plpgsql',
  ],
  ['a conflict', 'insert into kind (id) values (1) on conflict (id) do update set id = 2'],
])('%s holds no rows', async (_, statement) => {
  expect(await tablesHeldBy(migrationOf(statement))).toEqual([])
})

test('a long migration holds none, whatever it does', async () => {
  class Long extends LongMigration {
    override async up(): Promise<void> {
      await this.indexConcurrently('page_key', 'on page (key)')
    }
  }
  expect(await tablesHeldBy(Long)).toEqual([])
})
