import { expect, test } from '@jest/globals'
import type { Logger } from '@quire/kit'
import type { Sql } from '../database.ts'
import { progressLog } from './progress.ts'

/** A log of indexing, each time with the next of these numbers of spaces. */
function logOf(everyMs: number, ...counts: { indexed: string; waiting: string; parked: string }[]) {
  const lines: unknown[] = []
  const query = { select: () => query, executeTakeFirst: async () => counts.shift() }
  const log = { info: (fields: object, message: string) => lines.push({ ...fields, message }) }
  const progress = progressLog(() => ({ selectFrom: () => query }) as unknown as Sql, log as unknown as Logger, everyMs)
  return { ...progress, lines }
}

test('long work says how far it is, and once that nothing waits any more; a short one says nothing', async () => {
  const long = logOf(0, { indexed: '1', waiting: '2', parked: '1' }, { indexed: '3', waiting: '0', parked: '1' })
  await long.worked()
  await long.idle()
  await long.idle()
  expect(long.lines).toEqual([
    { indexed: 1, waiting: 2, parked: 1, message: 'the index is being built' },
    { indexed: 3, waiting: 0, parked: 1, message: 'the index holds all spaces' },
  ])
  const short = logOf(60_000)
  await short.worked()
  await short.idle()
  expect(short.lines).toEqual([])
})
