import { expect, test } from '@jest/globals'
import { unusedExports } from './exports.ts'

/** Exports that are used in another way than by an import. */
const exceptions = [
  // Loaded by URL, as the code of a thread.
  'libs/parsing/src/thread.ts: default',
  'services/content/src/openapi/thread.ts: default',
  'libs/search/src/threads/dying-thread.fixture.ts: default',
]

test('every export is imported somewhere', () => {
  expect(unusedExports().filter((name) => !exceptions.includes(name))).toEqual([])
})

test('exceptions are exports that nobody imports', () => {
  expect(unusedExports()).toEqual(expect.arrayContaining(exceptions))
})
