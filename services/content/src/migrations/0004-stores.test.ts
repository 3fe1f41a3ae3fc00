import { expect, test } from '@jest/globals'
import { type MigrationClass, migrate, newId, openDatabase } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import { emptyRoots } from '../storage/revisions/revision-entries.ts'
import { findRevision } from '../storage/revisions/revisions.ts'
import { createRevisionCaches, sqlStorage } from '../storage/revisions/storage.ts'
import { makeNode, rootOf } from '../storage/trees/tree-nodes.ts'
import type { RevisionTables } from '../tables/revisions.tables.ts'
import { migrations } from './index.ts'

const name = `stores_${newId().toLowerCase()}`
const serverUrl = new URL(process.env.TEST_POSTGRES_URL ?? '')
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` })
const at = '2026-01-02T03:04:05.006Z'

async function withDatabase<Result>(
  address: URL,
  migrations: MigrationClass[],
  work: (sql: Kysely<RevisionTables>) => Promise<Result>,
): Promise<Result> {
  if (migrations.length > 0) await migrate({ DATABASE_URL: address.href }, { migrations })
  const database = await openDatabase({ DATABASE_URL: address.href }, { entities: [] })
  try {
    return await work(database.em.fork().getKysely<RevisionTables>())
  } finally {
    await database.close()
  }
}

test('what was written before there were stores can still be read', async () => {
  const leaf = makeNode(0, [['page', 'value']])
  const roots = { ...emptyRoots(), slugs: rootOf<string>(leaf) }
  await withDatabase(serverUrl, [], (sql) => raw`create database ${raw.id(name)}`.execute(sql))
  const before = migrations.filter(({ name }) => ['Content0001', 'Content0002', 'PageIndex0001'].includes(name))
  await withDatabase(url, before, async (sql) => {
    await raw`insert into tree_node (hash, level, entries) values (${leaf.hash}, 0, ${leaf.text})`.execute(sql)
    await raw`insert into document (hash, markdown) values ('text', 'before')`.execute(sql)
    await raw`insert into revision (id, space_id, parents, pages, slugs, children, files, conflicts, kind, created_at)
      values ('one', 'space', '{}', ${roots.pages}, ${roots.slugs}, ${roots.children}, ${roots.files},
        ${roots.conflicts}, 'edits', ${at})`.execute(sql)
  })
  await withDatabase(url, migrations, async (sql) => {
    const revision = await findRevision(sql, 'space', 'one')
    expect(revision).toMatchObject({ store: '', roots })
    const storage = sqlStorage(sql, revision?.store ?? 'none', createRevisionCaches())
    expect((await storage.nodes.load([leaf.hash]))[0]?.entries).toEqual(leaf.entries)
    expect(await storage.documents.load(['text'])).toEqual(new Map([['text', 'before']]))
    const elsewhere = sqlStorage(sql, 'other', createRevisionCaches())
    await expect(elsewhere.documents.load(['text'])).rejects.toThrow('missing')
  })
  await withDatabase(serverUrl, [], (sql) => raw`drop database ${raw.id(name)}`.execute(sql))
})
