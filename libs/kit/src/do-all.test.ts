import { expect, test } from '@jest/globals'
import { doAll } from './do-all.ts'

test('every job is done, in order, whichever of them fail, and the failures are thrown at the end', async () => {
  const done: number[] = []
  const job = (number: number, error?: Error) => async () => {
    done.push(number)
    if (error) throw error
  }
  const [first, second] = [new Error('the broker is away'), new Error('the folder is gone')]
  await expect(doAll([job(1), job(2, first), job(3), job(4, second), job(5)])).rejects.toThrow(
    'Error: the broker is away; Error: the folder is gone',
  )
  expect(done).toEqual([1, 2, 3, 4, 5])
  await expect(doAll([job(6), job(7, first)])).rejects.toBe(first)
})
