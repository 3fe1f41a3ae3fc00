import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { storedDemo } from './demo.ts'
import { testFolder } from './test-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(testFolder(), 'quire-demo-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('an installation in use gets no demo, and one whose first start was interrupted gets it at the next', async () => {
  const demo = { organization: 'org', space: 'spc', site: 'quire' }
  const refuse = async () => Promise.reject(new Error('interrupted'))
  const inUse = { isInUse: async () => true }
  expect(await storedDemo(folder, { ...inUse, seed: refuse })).toBeUndefined()
  await expect(storedDemo(folder, { isInUse: async () => false, seed: refuse })).rejects.toThrow('interrupted')
  expect(await storedDemo(folder, { ...inUse, seed: async () => demo })).toEqual(demo)
  expect(await storedDemo(folder, { ...inUse, seed: refuse })).toEqual(demo)
})
