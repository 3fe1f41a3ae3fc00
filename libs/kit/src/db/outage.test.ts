import { expect, test } from '@jest/globals'
import { isContention, isOutage, Overtaken } from './outage.ts'

test('a peer that does not answer in time is an outage, not a bug', () => {
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  expect([isOutage(reason), isOutage(new Error('fetch failed', { cause: reason }))]).toEqual([true, true])
  expect(isOutage(new DOMException('This operation was aborted', 'AbortError'))).toBe(false)
})

test('a transaction that was overtaken runs again, and is no outage', () => {
  const error = new Overtaken('somebody else was faster')
  expect([isContention(error), isOutage(error)]).toEqual([true, false])
})
