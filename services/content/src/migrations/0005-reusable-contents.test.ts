import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Database, migrate, newId, openDatabase } from '@quire/kit'
import { sql as raw } from 'kysely'
import { emptyRoots } from '../storage/revisions/revision-entries.ts'
import { findRevision } from '../storage/revisions/revisions.ts'
import type { RevisionTables } from '../tables/revisions.tables.ts'
import { migrations } from './index.ts'

const name = `reusables_${newId().toLowerCase()}`
const url = new URL(process.env.TEST_POSTGRES_URL ?? '')
const open = (DATABASE_URL: string) => openDatabase({ DATABASE_URL }, { entities: [] })
let server: Database
beforeAll(async () => {
  server = await open(url.href)
  await server.em.getConnection().execute(`create database ${name}`)
})
afterAll(async () => {
  await server.em.getConnection().execute(`drop database ${name}`)
  await server.close()
})

test('a revision from before there were reusable contents reads as one without any', async () => {
  const at = new URL(`/${name}`, url).href
  const index = migrations.findIndex((one) => one.name === 'Content0005')
  await migrate({ DATABASE_URL: at }, { migrations: migrations.slice(0, index) })
  const before = await open(at)
  const { reusables: _, ...roots } = emptyRoots()
  await raw`insert into revision (id, space_id, store, parents, pages, slugs, children, files, conflicts, kind, created_at)
    values ('r', 's', '', '{}', ${roots.pages}, ${roots.slugs}, ${roots.children}, ${roots.files}, ${roots.conflicts},
      'create', now())`.execute(before.em.fork().getKysely())
  await before.close()
  await migrate({ DATABASE_URL: at }, { migrations })
  const after = await open(at)
  const revision = await findRevision(after.em.fork().getKysely<RevisionTables>(), 's', 'r')
  await after.close()
  expect(revision?.roots).toEqual(emptyRoots())
})
