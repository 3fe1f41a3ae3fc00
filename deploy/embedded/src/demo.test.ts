import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { storedDemo } from './demo.ts'
import { testFolder } from './test-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(testFolder(), 'quire-demo-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const demo = { organization: 'org', space: 'spc', site: 'quire' }
const refuse = async () => Promise.reject(new Error('interrupted'))
const organizations = (...ids: string[]) => ({
  isInUse: async (id?: string) => (id === undefined ? ids.length > 0 : ids.includes(id)),
})

test('an installation in use gets no demo, and one whose first start was interrupted gets it at the next', async () => {
  const inUse = organizations('org')
  expect(await storedDemo(folder, { ...inUse, seed: refuse })).toBeUndefined()
  await expect(storedDemo(folder, { ...organizations(), seed: refuse })).rejects.toThrow('interrupted')
  expect(await storedDemo(folder, { ...inUse, seed: async () => demo })).toEqual(demo)
  expect(await storedDemo(folder, { ...inUse, seed: refuse })).toEqual(demo)
})

test('a demo that was deleted, or that a restore replaced, is none', async () => {
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo))
  expect(await storedDemo(folder, { ...organizations('other'), seed: refuse })).toBeUndefined()
  expect(await storedDemo(folder, { ...organizations(), seed: refuse })).toBeUndefined()
})
