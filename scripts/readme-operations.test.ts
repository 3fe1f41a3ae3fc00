import { expect, test } from '@jest/globals'
import { readmeOperations } from './readme-operations.ts'

test('README.md lists the operations of the table (update it: node scripts/bootstrap.mjs scripts/readme-operations.ts)', () => {
  const { present, wanted } = readmeOperations()
  expect(present).toBe(wanted)
})
