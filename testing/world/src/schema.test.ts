import { expect, test } from '@jest/globals'
import { ai } from '@quire/ai'
import { content } from '@quire/content'
import { identity } from '@quire/identity'
import type { ServiceDefinition } from '@quire/kit'
import { sites } from '@quire/sites'
import pg from 'pg'
import { migratedDatabase } from './databases.ts'

/**
 * Foreign keys without an index. An index counts if it begins with one of the key's columns and holds every row, or
 * every row where that column is not null.
 */
const unindexed = `
  select key.conrelid::regclass || '.' || key.conname as name
  from pg_constraint key
  where key.contype = 'f' and not exists (
    select from pg_index
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = key.conrelid and indisvalid and attnum = any(key.conkey)
      and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
  order by name`

test.each([identity, content, sites, ai] as Pick<ServiceDefinition, 'name' | 'schema'>[])(
  'each foreign key of $name has an index, so that removing what it names reads no whole table',
  async (definition) => {
    const world = `schema_${process.pid}`
    const connectionString = await migratedDatabase(definition, world)
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query(unindexed)
    await client.end()
    expect(rows.map(({ name }) => name)).toEqual([])
  },
)
