import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { indexRows, openDatabase } from '../eval/database.ts'
import { type Source, search, toQuery, vector } from './index.ts'
import { limits } from './limits.ts'

let db: Awaited<ReturnType<typeof openDatabase>>
let source: Source

const pages = [
  { id: 'kubernetes', title: 'Kubernetes', body: 'Deploying the daemon on a cluster.' },
  { id: 'file', title: 'File', headings: ['buffer/file'], body: 'Stores chunks on disk. Use the file buffer.' },
  { id: 'memory', title: 'Memory', headings: ['buffer/memory'], body: 'Stores chunks in memory, not in a file.' },
  { id: 'reloading', title: 'Operation', body: 'Reloading happens by signal.' },
  { id: 'rpc', title: 'RPC', body: 'Call /api/config.gracefulRestart on the daemon.' },
  { id: 'reload', title: 'Operation', body: 'Reload happens by signal.' },
  { id: 'timezone', title: 'Timezone', body: 'Timezone, and again timezone.' },
  { id: 'daylight', title: 'Notes', body: 'Of daylight there is much to say, and little of the timezone.' },
  { id: 'japanese', title: '日本語', body: '設定ファイルを検索する' },
]

beforeAll(async () => {
  db = await openDatabase()
  source = await indexRows(db, 'pages', pages)
})

afterAll(async () => {
  await db[Symbol.asyncDispose]()
})

const ids = async (text: string, options = {}) =>
  (await search(db, source, text, options)).map(({ candidate }) => candidate.id)
const value = async <T>(expression: RawBuilder<T>) =>
  (await sql<{ value: T }>`select ${expression} as value`.execute(db)).rows[0]?.value

test('pages with every word come before pages with some', async () => {
  expect(await ids('file buffer disk')).toEqual(['file', 'memory'])
})

test('a page with every word comes before one that has a single word as its title, unless the best match is asked for', async () => {
  expect(await ids('timezone daylight')).toEqual(['daylight', 'timezone'])
  expect(await ids('timezone daylight', { order: 'best-first' })).toEqual(['timezone', 'daylight'])
})

test('the word as written comes before another form of it', async () => {
  expect(await ids('reload')).toEqual(['reload', 'reloading'])
  expect(await ids('reloading')).toEqual(['reloading', 'reload'])
})

test.each(['kuberntes', 'kubernettes', 'kubernites', 'kubenretes'])('a title is found misspelt: %s', async (text) => {
  expect(await ids(text)).toEqual(['kubernetes'])
})

test.each(['kub', 'the kuber'])('the last word may be unfinished: %s', async (text) => {
  expect((await ids(text, { prefixLast: true }))[0]).toBe('kubernetes')
})

test.each(['検索', '設', 'ファイル'])('Japanese is found within a sentence: %s', async (text) => {
  expect(await ids(text)).toEqual(['japanese'])
})

test.each(['gracefulRestart', '/api/config.gracefulRestart'])('an identifier is found: %s', async (text) => {
  expect(await ids(text)).toEqual(['rpc'])
})

test('a question of stop words alone, and a text without words, find what they can without an error', async () => {
  expect(await ids('what is the')).not.toHaveLength(0)
  expect(await ids('--- ?!')).toEqual([])
})

test('an unknown word beside words that every row holds hides nothing', async () => {
  const only = await indexRows(db, 'only_page', pages.slice(0, 1))
  expect((await search(db, only, 'zebra daemon cluster')).map(({ candidate }) => candidate.id)).toEqual(['kubernetes'])
})

test('rows outside the condition are neither found nor counted', async () => {
  const closed = { ...source, where: sql<boolean>`space = 'docs' and pages.id <> 'kubernetes'` }
  expect((await search(db, closed, 'kubernetes cluster')).map(({ candidate }) => candidate.id)).toEqual([])
})

test('any text is a valid query, whatever the options', async () => {
  const match = fc.constantFrom('all' as const, 'any' as const)
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...`'\\:*&|!<->() a\0漢é_@.-`) }),
  )
  await fc.assert(
    fc.asyncProperty(text, match, fc.boolean(), async (typed, how, prefixLast) => {
      const query = toQuery(typed, { match: how, prefixLast })
      expect(await value(sql<boolean>`${query}::tsquery is not null`)).toBe(true)
    }),
    { numRuns: runs(50) },
  )
})

test('any text is indexed and found again by a word of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), async (title, body) => {
      const query = toQuery(body, { match: 'all' })
      const found = await value(sql<boolean>`${vector({ title, body })}::tsvector @@ ${query}::tsquery`)
      expect(found).toBe(query !== '')
    }),
    { numRuns: runs(50) },
  )
})

test('a text beyond every limit of PostgreSQL is indexed, and its title is found', async () => {
  const words = Array.from({ length: 60_000 }, (_, index) => `${index}word`.padEnd(60, 'x')).join(' ')
  const body = `${'same '.repeat(1_000)}${words}${'x'.repeat(10_000)}`
  const text = vector({ title: 'Start', body: body.repeat(2) })
  expect(await value(sql<boolean>`${text}::tsvector @@ ${toQuery('start same', { match: 'all' })}::tsquery`)).toBe(true)
  expect(await value(sql<number>`pg_column_size(${text}::tsvector)`)).toBeLessThan(limits.vectorBytes + 300_000)
})
