import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Database, migrate, newId, openDatabase } from '@quire/kit'
import { sql as raw } from 'kysely'
import { migrations } from './index.ts'

const name = `sections_${newId().toLowerCase()}`
const url = new URL(process.env.TEST_POSTGRES_URL ?? '')
const at = new URL(`/${name}`, url).href
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

test('what came first becomes the default by its name, and paths that differ in case alone become different', async () => {
  const index = migrations.findIndex((one) => one.name === 'Sites0005')
  await migrate({ DATABASE_URL: at }, { migrations: migrations.slice(0, index) })
  const before = await open(at)
  const old = before.em.fork().getKysely()
  await raw`insert into site (id, organization_id, type, title, visibility, published, agents_context, version, created_at)
    select id, 'acme', 'basic', 'Docs', 'public', true, 'included', 1, now() from unnest(array['chosen', 'first', 'none']) id`.execute(
    old,
  )
  await raw`insert into site_space (id, organization_id, site_id, space_id, path, order_key, version) values
    ('c1', 'acme', 'chosen', 's1', 'one', 'a0', 1), ('c2', 'acme', 'chosen', 's2', 'two', 'a1', 1),
    ('f1', 'acme', 'first', 's1', 'guide', 'a1', 1), ('f2', 'acme', 'first', 's2', 'Guide', 'a0', 1)`.execute(old)
  await raw`update site set default_site_space = 'c2' where id = 'chosen'`.execute(old)
  await before.close()
  await migrate({ DATABASE_URL: at }, { migrations })
  const after = await open(at)
  const sql = after.em.fork().getKysely()
  const sites = await raw`select id, default_site_space as chosen from site order by id`.execute(sql)
  const spaces =
    await raw`select id, address, version::int, path ~* '^guide-.+' as renamed from site_space order by id`.execute(sql)
  await after.close()
  expect(sites.rows.map((row) => Object.values(row as object))).toEqual([
    ['chosen', 'c2'],
    ['first', 'f2'],
    ['none', null],
  ])
  expect(spaces.rows.map((row) => Object.values(row as object))).toEqual([
    ['c1', 'one', 1, false],
    ['c2', '', 1, false],
    ['f1', 'guide', 1, false],
    ['f2', '', 2, true],
  ])
})
