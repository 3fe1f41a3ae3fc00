import { expect, test } from '@jest/globals'
import type { Logger } from '@quire/kit'
import { progressLog } from './progress-log.ts'

/** Returns a progress log that takes its next counts from this list. */
function logOf(everyMs: number, ...counts: { done: number; waiting: number }[]) {
  const lines: unknown[] = []
  const log = { info: (fields: object, message: string) => lines.push({ ...fields, message }) } as unknown as Logger
  const count = async () => counts.shift() ?? { waiting: 0 }
  const progress = progressLog({ count, says: { underWay: 'under way', done: 'done' }, log, everyMs })
  return { ...progress, lines }
}

test('long work says how far it is, and once that nothing waits any more; a short one says nothing', async () => {
  const long = logOf(0, { done: 1, waiting: 2 }, { done: 3, waiting: 0 })
  await long.worked()
  await long.idle()
  await long.idle()
  expect(long.lines).toEqual([
    { done: 1, waiting: 2, message: 'under way' },
    { done: 3, waiting: 0, message: 'done' },
  ])
  const short = logOf(60_000)
  await short.worked()
  await short.idle()
  expect(short.lines).toEqual([])
})
