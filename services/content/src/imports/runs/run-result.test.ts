import { expect, test } from '@jest/globals'
import type { ImportPlan } from '../import-plan.ts'
import { resultOf } from './commit-run.ts'

test('what is kept of failures is cut between characters', () => {
  const long = `a${'😀'.repeat(1000)}`
  const failures = [{ path: long, problem: long }]
  const plan: ImportPlan = {
    ...{ pages: [], files: [], reusableContents: [], problems: [], failures },
    ...{ importedResources: 0, totalResources: 1, source: 'one', mirrors: undefined },
  }
  const [failure] = JSON.parse(resultOf({ source: 'zip', url: null }, plan).failures)
  expect([failure.path.length, failure.problem.length]).toEqual([1024, 500])
  expect([failure.path.isWellFormed(), failure.problem.isWellFormed()]).toEqual([true, true])
})
