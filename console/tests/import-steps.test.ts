import { expect, test } from '@jest/globals'
import { announcedStep, stepOf, stepText } from '../src/screens/organization/imports/import-steps.ts'
import { en } from '../src/words/imports/en.ts'

const begun = { status: 'in-progress', importedResources: 0, totalResources: 0 } as const
const fetching = { name: 'fetching-pictures', done: 19, total: 80 } as const

test.each<[string, Parameters<typeof stepOf>[0], string | undefined, string | undefined]>([
  ['waits', { ...begun, status: 'pending' }, undefined, undefined],
  ['has just begun', begun, 'Reading the source', 'Reading the source'],
  [
    'fetches pictures',
    { ...begun, step: fetching },
    'Fetching pictures of other servers: 19 of 80',
    'Fetching pictures of other servers: 20 %',
  ],
  [
    'imports pages',
    { ...begun, importedResources: 1999, totalResources: 2000 },
    'Importing pages and files: 1999 of 2000',
    'Importing pages and files: 90 %',
  ],
  ['has ended', { status: 'completed', importedResources: 2, totalResources: 2 }, undefined, undefined],
])('an import that %s says how far it is, and announces each tenth', (_, run, shown, announced) => {
  const step = stepOf(run)
  expect(step && stepText(step, en)).toBe(shown)
  expect(step && announcedStep(step, en)).toBe(announced)
})
