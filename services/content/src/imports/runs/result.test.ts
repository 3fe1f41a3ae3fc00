import { expect, test } from '@jest/globals'
import type { ImportPlan } from '../plan.ts'
import { resultOf } from './result.ts'

test('what is kept of failures is cut between characters', () => {
  const long = `a${'😀'.repeat(1000)}`
  const failures = [{ path: long, problem: long }]
  const plan: ImportPlan = {
    ...{ pages: [], files: [], reusableContents: [], problems: [], failures },
    ...{ importedResources: 0, totalResources: 1 },
  }
  const [kept] = JSON.parse(resultOf({ source: 'zip', url: null }, plan).failures)
  expect([kept.path.length, kept.problem.length]).toEqual([1024, 500])
  expect([kept.path.isWellFormed(), kept.problem.isWellFormed()]).toEqual([true, true])
})
