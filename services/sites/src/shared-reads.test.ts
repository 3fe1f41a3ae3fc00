import { expect, test } from '@jest/globals'
import { sharedReads } from './shared-reads.ts'

test('those who ask while a read runs share one read that begins after it, for each key and after a failure too', async () => {
  const share = sharedReads<string>()
  const begun: { key: string; end: PromiseWithResolvers<string> }[] = []
  const read = (key: string) =>
    share(key, () => {
      const end = Promise.withResolvers<string>()
      begun.push({ key, end })
      return end.promise
    })
  const first = read('a')
  const later = [read('a'), read('a'), read('a')]
  const other = read('b')
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
  begun[0]?.end.reject(new Error('unreachable'))
  await expect(first).rejects.toThrow('unreachable')
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b', 'a'])
  const latest = read('a')
  begun[2]?.end.resolve('second')
  begun[1]?.end.resolve('other')
  expect(await Promise.all([...later, other])).toEqual(['second', 'second', 'second', 'other'])
  begun[3]?.end.resolve('third')
  expect(await latest).toBe('third')
  const alone = read('a')
  begun[4]?.end.resolve('alone')
  expect([await alone, begun.length]).toEqual(['alone', 5])
})
