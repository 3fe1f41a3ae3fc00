import { expect, test } from '@jest/globals'
import { noticeOf } from './service-log.ts'

test.each([
  [
    'a warning with its cause',
    '{"level":40,"msg":"publish failed","err":{"message":"no bus"}}',
    'warn publish failed: no bus',
  ],
  ['an error without a cause', '{"level":50,"msg":"request failed"}', 'error request failed'],
  ['the head of a stack', 'TypeError: x is not a function', 'TypeError: x is not a function'],
])('%s is not hidden from the terminal', (_, line, shown) => {
  expect(noticeOf(line)).toBe(shown)
})

test.each([
  ['information', '{"level":30,"msg":"listening"}'],
  ['a frame of a stack', '    at main (file.ts:1:1)'],
  ['broken JSON', '{"level":50,'],
  ['an empty line', ''],
])('%s does not clutter the terminal', (_, line) => {
  expect(noticeOf(line)).toBeUndefined()
})
