import { expect, test } from '@jest/globals'
import { clockSeen } from './clock.ts'

test('a clock counts as wrong only by what the time of the question leaves no doubt about', () => {
  const asked = { before: 100_000, after: 101_000 }
  expect([95_000, 100_500, 106_000, Number.NaN].flatMap((ms) => clockSeen('NATS', ms, asked))).toEqual([])
  expect(clockSeen('NATS', 131_000, asked)[0]?.text).toBe('the clock of NATS is 30 s ahead of that of this machine')
  expect(clockSeen('NATS', 90_000, asked)[0]?.text).toBe('the clock of NATS is 10 s behind that of this machine')
})
