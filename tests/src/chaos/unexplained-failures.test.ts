import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { brokenOffBy, failuresWithoutReason } from './unexplained-failures.ts'

const ends = [{ from: 10, to: 20 }]
const failures = [
  { at: 15, status: 502, isRepeatable: true, what: 'read at an end' },
  { at: 15, status: 502, isRepeatable: false, what: 'write at an end' },
  { at: 15, status: 504, isRepeatable: false, what: 'no answer in time' },
  { at: 15, status: undefined, isRepeatable: false, what: 'no answer' },
  { at: 25, status: 502, isRepeatable: false, what: 'write after an end' },
]

test('of the failures at an upgrade only answers of 502 have a reason, at an end of a process, as far as the earlier gateway breaks off requests', () => {
  const [read, write, ...others] = failures.map(({ what }) => what)
  expect(failuresWithoutReason(failures, { brokenOff: 'none', ends })).toEqual([read, write, ...others])
  expect(failuresWithoutReason(failures, { brokenOff: 'not repeatable', ends })).toEqual([read, ...others])
  expect(failuresWithoutReason(failures, { brokenOff: 'any', ends })).toEqual(others)
})

test('the present gateway breaks off no request', () => {
  expect(brokenOffBy(resolve(import.meta.dirname, '../../..'))).toBe('none')
})
