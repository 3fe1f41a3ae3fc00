import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { sharedReads } from './shared-reads.ts'

test('those who ask in one turn, or while a read runs, share one read that begins after it, for each key', async () => {
  const share = sharedReads<string>()
  const begun: { key: string; end: PromiseWithResolvers<string> }[] = []
  const read = (key: string) =>
    share(key, () => {
      const end = Promise.withResolvers<string>()
      begun.push({ key, end })
      return end.promise
    })
  const first = [read('a'), read('a')]
  const other = read('b')
  await setImmediate()
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
  const later = [read('a'), read('a'), read('a')]
  await setImmediate()
  expect(begun.length).toBe(2)
  // Those who wait read by themselves where the one before them failed.
  begun[0]?.end.reject(new Error('unreachable'))
  expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await setImmediate()
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b', 'a'])
  const latest = read('a')
  begun[2]?.end.resolve('second')
  begun[1]?.end.resolve('other')
  expect(await Promise.all([...later, other])).toEqual(['second', 'second', 'second', 'other'])
  await setImmediate()
  begun[3]?.end.resolve('third')
  expect(await latest).toBe('third')
  const alone = read('a')
  await setImmediate()
  begun[4]?.end.resolve('alone')
  expect([await alone, begun.length]).toEqual(['alone', 5])
})
