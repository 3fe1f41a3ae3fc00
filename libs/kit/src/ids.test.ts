import { expect, test } from '@jest/globals'
import { newId, newSecretId } from './ids.ts'

test('identifiers begin with a letter, and sort in their order after those that began with a digit', () => {
  const ids = Array.from({ length: 1000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of [...ids, newSecretId()]) expect(id).toMatch(/^[A-Z][0-9A-Z]{25}/)
  expect((ids[0] ?? '') > '7ZZZZZZZZZZZZZZZZZZZZZZZZZ').toBe(true)
})
