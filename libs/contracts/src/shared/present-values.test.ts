import { expect, test } from '@jest/globals'
import { timestamp } from './present-values.ts'

test.each([
  ['2026-03-01 09:08:07.123+00', '2026-03-01T09:08:07.123Z'],
  ['2026-03-01 09:08:07.1+00', '2026-03-01T09:08:07.100Z'],
  ['2026-03-01 09:08:07+00', '2026-03-01T09:08:07.000Z'],
  ['2026-03-01 09:08:07.123999+00', '2026-03-01T09:08:07.123Z'],
  ['2026-03-01 09:08:07.5+05:30', '2026-03-01T03:38:07.500Z'],
  ['2026-03-01T09:08:07.120Z', '2026-03-01T09:08:07.120Z'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
])('a time of the database is shown in UTC with milliseconds: %p', (written, shown) => {
  expect(timestamp(written)).toBe(shown)
})

test('what is no time is not shown as one', () => {
  expect(() => timestamp('2026-03-01 soon')).toThrow(RangeError)
})
