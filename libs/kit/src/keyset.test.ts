import { expect, test } from '@jest/globals'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql as raw } from 'kysely'
import type { Cursor } from './http/cursors.ts'
import { keysBefore, keysetPage } from './keyset.ts'

const sql = new Kysely<{ thing: { id: string; at: Date; name: string } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const things = sql.selectFrom('thing').select('id').where('name', '=', 'a')
const behind = (...after: Cursor['after']) => ({ limit: 2, cursor: { after } })

test('the first page has an order and one row more than it shows', () => {
  const { sql: text, parameters } = keysetPage(things, { limit: 2, cursor: undefined }, ['id'], 'desc').compile()
  expect(text).toBe('select "id" from "thing" where "name" = $1 order by "id" desc limit $2')
  expect(parameters).toEqual(['a', 3])
})

test('a page behind a cursor compares its keys as one row, each as a parameter', () => {
  const order = ['at', raw`name collate "C"`] as const
  const { sql: text, parameters } = keysetPage(things, behind('2026-01-01', 'it'), order).compile()
  expect(text).toBe(
    'select "id" from "thing" where "name" = $1 and ("at", name collate "C") > ($2, $3) order by "at" asc, name collate "C" asc limit $4',
  )
  expect(parameters).toEqual(['a', '2026-01-01', 'it', 3])
  const newestFirst = keysetPage(things, behind('a'), ['id'], 'desc').compile()
  expect(newestFirst.sql).toContain('("id") < ($2)')
})

test.each([[[]], [['a']], [['a', 1]], [['a', null]], [['a', 'b', 'c']], [['a', 'b', 1]]])(
  'the cursor keys %j are refused where two texts are due',
  (after) => {
    expect(() => keysBefore(behind(...after), 2)).toThrow(expect.objectContaining({ status: 400 }))
  },
)
