import { expect, test } from '@jest/globals'
import { ai } from '@quire/ai'
import { migrate } from '@quire/kit'
import { migratedDatabase } from '@quire/world'
import pg from 'pg'

test('an installation with the index of before forgets that index and is to index every space anew', async () => {
  const before = { ...ai, schema: { ...ai.schema, migrations: ai.schema.migrations.slice(0, 4) } }
  const DATABASE_URL = await migratedDatabase(before, `upgrade_${process.pid}`)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(`insert into indexed_space (space_id, organization_id, wanted, wanted_version, indexed)
    values ('whole', 'acme', 'r1', 7, 'r1'), ('gone', 'acme', null, 8, null)`)
  await client.query(`insert into page (space_id, id, revision, title, sections, vector)
    values ('whole', 'a', 'r1', 'A', '[]', 'a:1')`)
  await client.query(`insert into projector_position (stream, sequence, schema) values ('any', 5, 7)`)
  await client.query(`insert into projected (noun, key, version, removed) values ('content.space', 'whole', 7, false)`)
  await migrate({ DATABASE_URL }, ai.schema)
  const { rows } = await client.query(`select space_id, organization_id, wanted, wanted_version, revision, pending
    from search_space order by space_id`)
  const behind = { organization_id: 'acme', revision: null, pending: true }
  expect(rows).toEqual([
    { ...behind, space_id: 'gone', wanted: null, wanted_version: '8' },
    { ...behind, space_id: 'whole', wanted: 'r1', wanted_version: '7' },
  ])
  expect((await client.query('select from page')).rowCount).toBe(0)
  // The spaces have to be repeated, with their languages.
  expect((await client.query('select from projector_position')).rowCount).toBe(0)
  expect((await client.query('select version from projected')).rows).toEqual([{ version: '6' }])
  await client.end()
})

test('the spaces of which a page was stored with comments are indexed again, and no others', async () => {
  const at = ai.schema.migrations.findIndex(({ name }) => name === 'Ai0033')
  const before = { ...ai, schema: { ...ai.schema, migrations: ai.schema.migrations.slice(0, at) } }
  const DATABASE_URL = await migratedDatabase(before, `upgrade_comments_${process.pid}`)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  for (const id of ['commented', 'plain', 'deleted'])
    await client.query(
      `insert into search_space (space_id, organization_id, wanted, revision, try_at) values ($1, 'acme', $2, 'r1', now())`,
      [id, id === 'deleted' ? null : 'r1'],
    )
  const stored = (markdown: string) => JSON.stringify([{ id: '', level: 0, title: '', markdown }])
  for (const [space, markdown] of [
    ['commented', 'Words. <!-- Of authors. -->'],
    ['plain', 'Words.'],
    ['deleted', '<!-- Of authors. -->'],
  ])
    await client.query(`insert into page (space_id, id, revision, title, sections) values ($1, 'a', 'r1', 'A', $2)`, [
      space,
      stored(markdown ?? ''),
    ])
  await migrate({ DATABASE_URL }, ai.schema)
  const { rows } = await client.query('select space_id, revision, pending from search_space order by space_id')
  expect(rows).toEqual([
    { space_id: 'commented', revision: null, pending: true },
    { space_id: 'deleted', revision: 'r1', pending: true },
    { space_id: 'plain', revision: 'r1', pending: false },
  ])
  await client.end()
})
