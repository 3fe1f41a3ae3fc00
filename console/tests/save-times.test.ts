import { expect, test } from '@jest/globals'
import { waitAfterKey } from '../src/screens/editor/use-save-times.ts'

test('a page is saved after a pause, and at the latest ten seconds after the first key', () => {
  expect([0, 9000, 9500, 10_000, 12_000].map(waitAfterKey)).toEqual([900, 900, 500, 0, 0])
})
