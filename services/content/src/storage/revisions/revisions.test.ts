import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Database, migrate, newId, openDatabase } from '@quire/kit'
import type { Kysely } from 'kysely'
import { merge } from '../../editing/merge/merge.ts'
import { migrations } from '../../migrations/index.ts'
import type { RevisionTables } from '../../tables/revisions.tables.ts'
import { RevisionEditor } from './revision-editor.ts'
import { emptyRoots } from './revision-entries.ts'
import { markdownOf, pageById, pageByPath, pageTree } from './revision-reads.ts'
import { findRevision, type NewRevision, type Revision, writeRevision } from './revisions.ts'
import { createRevisionCaches, type RevisionCaches, sqlStorage } from './storage.ts'
import { faults } from './testing/faults.ts'

const schema = { entities: [], migrations }
const at = '2026-01-02T03:04:05.006Z'
const name = `revisions_${newId().toLowerCase()}`
let server: Database
let database: Database
let sql: Kysely<RevisionTables>

beforeAll(async () => {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '')
  server = await openDatabase({ DATABASE_URL: url.href, DATABASE_POOL: 1 }, schema)
  await server.em.getConnection().execute(`create database ${name}`)
  url.pathname = `/${name}`
  await migrate({ DATABASE_URL: url.href }, schema)
  database = await openDatabase({ DATABASE_URL: url.href, DATABASE_POOL: 4 }, schema)
  sql = database.em.fork().getKysely<RevisionTables>()
})

afterAll(async () => {
  await database.close()
  await server.em.getConnection().execute(`drop database ${name}`)
  await server.close()
})

const revision = (parents: string[] = []): NewRevision => ({
  spaceId: 'space',
  store: 'space',
  changeRequestId: null,
  parents,
  kind: 'edits',
  message: null,
  createdBy: 'user',
  createdAt: at,
})

type Edits = (editor: RevisionEditor) => Promise<unknown>
async function edit(from: Revision | undefined, edits: Edits, caches: RevisionCaches = createRevisionCaches()) {
  const editor = new RevisionEditor(sqlStorage(sql, 'space', caches), from?.roots ?? emptyRoots(), at)
  await edits(editor)
  return writeRevision(sql, revision(from && [from.id]), await editor.finish())
}

async function rows(): Promise<number> {
  let total = 0
  for (const table of ['tree_node', 'document', 'revision'] as const) {
    const [row] = await sql
      .selectFrom(table)
      .select((is) => is.fn.countAll<string>().as('count'))
      .execute()
    total += Number(row?.count)
  }
  return total
}

/** Runs work in one transaction, as the kit does for a handler. */
const transactional = <Result>(work: (sql: Kysely<RevisionTables>) => Promise<Result>): Promise<Result> =>
  database.em.fork().transactional((em) => work(em.getKysely<RevisionTables>()))

const pages = (count: number) =>
  Array.from({ length: count }, (_, one) => ({ id: `p${one}`, title: `Page ${one}`, markdown: `# Page ${one}\n` }))

test('a revision reads back from the database as it was written, whatever comes after it', async () => {
  const first = await edit(undefined, (editor) => editor.insertPages(pages(300), null, 'pages'))
  const second = await edit(first, (editor) => editor.updatePage('p7', { title: 'Changed', markdown: 'new' }, 'f'))
  await edit(second, (editor) => editor.deletePage('p7', 'f'))

  const storage = sqlStorage(sql, 'space', createRevisionCaches())
  expect(await findRevision(sql, 'space', first.id)).toEqual(first)
  expect(await faults(storage, first.roots)).toEqual([])
  expect((await pageTree(storage, first.roots)).map(({ id }) => id)).toEqual(pages(300).map(({ id }) => id))
  const [before, after] = [await pageById(storage, first.roots, 'p7'), await pageById(storage, second.roots, 'p7')]
  expect([before?.title, after?.title]).toEqual(['Page 7', 'Changed'])
  expect(before && (await markdownOf(storage, before))).toBe('# Page 7\n')
  expect(after && (await markdownOf(storage, after))).toBe('new')
})

test('a revision is not found through another space', async () => {
  const one = await edit(undefined, async () => undefined)
  expect(await findRevision(sql, 'space', one.id)).toEqual(one)
  expect(await findRevision(sql, 'other', one.id)).toBeUndefined()
  expect(await findRevision(sql, 'space', 'unknown')).toBeUndefined()
})

test('in 10,000 pages one edit, and one merge, add a handful of rows', async () => {
  const base = await edit(undefined, (editor) => editor.insertPages(pages(10_000), null, 'pages'))
  const before = await rows()
  const theirs = await edit(base, (editor) => editor.updatePage('p5000', { markdown: 'mine' }, 'f'))
  expect((await rows()) - before).toBeLessThanOrEqual(6)

  const ours = await edit(base, (editor) => editor.updatePage('p1', { markdown: 'main' }, 'f'))
  const between = await rows()
  const storage = sqlStorage(sql, 'space', createRevisionCaches())
  const merged = await merge(storage, { base: base.roots, ours: ours.roots, theirs: theirs.roots })
  const result = await writeRevision(sql, revision([ours.id, theirs.id]), merged)
  expect((await rows()) - between).toBeLessThanOrEqual(20)
  expect(merged.conflicts).toEqual([])
  const found = await pageByPath(storage, result.roots, 'page-5000')
  expect(found && (await markdownOf(storage, found.page))).toBe('mine')
})

test('writers of the same content at once neither fail nor wait for each other for ever', async () => {
  const same: Edits = (editor) => editor.insertPages(pages(2_000).reverse(), null, 'pages')
  const write = () =>
    transactional(async (transaction) => {
      const editor = new RevisionEditor(sqlStorage(transaction, 'space', createRevisionCaches()), emptyRoots(), at)
      await same(editor)
      return writeRevision(transaction, revision(), await editor.finish())
    })
  const [one, other] = await Promise.all([write(), write()])
  expect(one.roots).toEqual(other.roots)
  expect(await faults(sqlStorage(sql, 'space', createRevisionCaches()), one.roots)).toEqual([])
})

test('what a rolled back transaction read or wrote leaves no trace in later revisions', async () => {
  const caches = createRevisionCaches()
  const base = await edit(undefined, (editor) => editor.insertPages(pages(200), null, 'pages'), caches)
  const update: Edits = (editor) => editor.updatePage('p3', { title: 'Rolled back, then done' }, 'f')
  const undone = transactional(async (transaction) => {
    const storage = sqlStorage(transaction, 'space', caches)
    const editor = new RevisionEditor(storage, base.roots, at)
    await update(editor)
    const written = await writeRevision(transaction, revision(), await editor.finish())
    expect(await pageById(storage, written.roots, 'p3')).toMatchObject({ title: 'Rolled back, then done' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const done = await edit(base, update, caches)
  expect(await faults(sqlStorage(sql, 'space', createRevisionCaches()), done.roots)).toEqual([])
})
